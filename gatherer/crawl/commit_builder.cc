#include "gatherer/crawl/commit_builder.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace porthole::gatherer {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kMostAnswers = 128;
constexpr std::size_t kMostBytes = 16 << 20;
constexpr auto kSendEvery = 250ms;
constexpr auto kLearnedEvery = 10s;

}  // namespace

Fetched& CommitBuilder::add_answer(FetchedPage page) {
  Fetched fetched;
  if (page.id != 0) {
    const UrlTable::Entry& entry = urls_[page.id];
    fetched.url = urls_.href(page.id);
    fetched.hops = entry.hops;
    if (entry.found_on != 0) fetched.via = urls_.href(entry.found_on);
  } else {
    fetched.url = page.url.without_fragment().href();
  }
  commit_.bytes += page.response.body.size() + page.response.raw_body.size();
  fetched.response = std::move(page.response);
  commit_.fetched.push_back(std::move(fetched));
  return commit_.fetched.back();
}

void CommitBuilder::archive(FetchedPage page) { add_answer(std::move(page)); }

void CommitBuilder::add_page(repository::PageRecord page, std::vector<repository::LinkRecord> links,
                             FetchedPage fetched) {
  Fetched& answer = add_answer(std::move(fetched));
  answer.page = commit_.batch.pages.size();
  answer.first_link = commit_.batch.links.size();
  answer.links = links.size();
  std::ranges::move(links, std::back_inserter(commit_.batch.links));
  commit_.batch.pages.push_back(std::move(page));
}

// One transaction for many pages: each writes anew what pages have in common, and waits for the
// disk.
bool CommitBuilder::is_due() const {
  const bool is_time = clock_.steady() - last_sent_ >= kSendEvery && committer_.idle();
  return is_time || commit_.fetched.size() >= kMostAnswers || commit_.bytes >= kMostBytes;
}

bool CommitBuilder::learned_is_due() const {
  return clock_.steady() - last_learned_ >= kLearnedEvery;
}

void CommitBuilder::add_learned(Strategy& strategy, std::vector<PluginRecord> plugins_in_trouble) {
  last_learned_ = clock_.steady();
  repository::Batch& batch = commit_.batch;
  if (!plugins_ || *plugins_ != plugins_in_trouble) {
    plugins_ = plugins_in_trouble;
    batch.plugins = std::move(plugins_in_trouble);
  }
  strategy.take_learned(batch.terms);
  batch.scores = strategy.take_scores();
  batch.strategy_state = strategy.state();
  if (!batch.strategy_state.empty()) batch.strategy = strategy.name();
  batch.priorities = urls_.take_priorities();
}

void CommitBuilder::send() {
  urls_.take_changes(commit_.batch);
  last_sent_ = clock_.steady();
  if (commit_.empty()) return;
  committer_.put(std::exchange(commit_, {}));
}

}  // namespace porthole::gatherer
