#include "gatherer/crawl/recrawl.h"

#include <algorithm>
#include <utility>

#include "gatherer/fetch/http_status.h"
#include "gatherer/scores/authority_density.h"

namespace porthole::gatherer {
namespace {

/// `text` when it may stand in the head of a request: one line of printable ASCII; else "".
std::string header_value(const std::string& text) {
  const bool is_plain =
      std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c < 0x7F; });
  return is_plain ? text : std::string();
}

/// Claims come one by one, and sorting takes time that grows with the pages: they are put in order
/// anew after the first claims, and then each time that this part of them was read since.
constexpr std::size_t kPartRead = 4096;

}  // namespace

Result<std::vector<OldPage>> Recrawl::read_old(repository::Repository& repository,
                                               WallTime before) {
  std::vector<OldPage> old;
  auto read = repository.pages().for_each(
      {},
      [&](const UrlRecord& url, const repository::PageRecord& page, std::int64_t, std::int64_t) {
        if (url.href.find('#') != std::string::npos) {
          if (url.found_on != 0) members_[url.found_on].push_back(url.id);
        } else if (page.fetched_at <= before) {
          OldPage& known = old.emplace_back();
          known.id = url.id;
          known.host = parts_.urls[url.id].host;
          known.fetched_at = page.fetched_at;
          known.tries = url.tries;
          known.relevance = page.relevance.value();
          Validators said{header_value(page.etag), header_value(page.last_modified)};
          // A page that could not be read is fetched as a whole: its reader may be a better one
          // now. So is a page that counts as gone, with the members that it may have.
          const bool is_known = has_content(page.document.status) && !failures_.is_gone(url.id);
          if (is_known && !(said.etag.empty() && said.last_modified.empty())) {
            validators_[url.id] = std::move(said);
          }
        }
        return true;
      });
  if (!read) return fail(read.error());
  return old;
}

Result<void> Recrawl::add_scores(repository::Repository& repository,
                                 std::vector<OldPage>& old) const {
  std::unordered_map<UrlId, repository::ScoreRecord> scores;
  auto read = repository.scores().for_each([&](const repository::ScoreRecord& score) {
    scores[score.page] = score;
    return true;
  });
  if (!read || scores.empty()) return read;
  const auto density = authority_density(repository.links(), parts_.urls, scores);
  if (!density) return fail(density.error());
  for (OldPage& page : old) {
    if (const auto cited = density->find(page.id); cited != density->end())
      page.density = cited->second;
    const auto score = scores.find(page.id);
    if (score == scores.end()) continue;
    page.hub = score->second.hub;
    page.authority = score->second.authority;
  }
  return {};
}

// By default hubs come first: they are the most likely to have new links (Sundaresan, Yi, Huang
// 2000, section 4.2). Members come again with their page.
Result<void> Recrawl::queue_old(repository::Repository& repository, WallTime before,
                                const RefreshOrder& order,
                                const std::vector<repository::VisitRecord>* visits) {
  Result<std::vector<repository::FailureRecord>> failures = repository.pages().failures();
  if (!failures) return fail(failures.error());
  for (repository::FailureRecord& failure : *failures) failures_.restore(std::move(failure));
  parts_.copies.list_copies();
  Result<std::vector<OldPage>> old = read_old(repository, before);
  if (!old) return fail(old.error());
  if (auto scored = add_scores(repository, *old); !scored) return scored;
  if (visits != nullptr) values_.rate(*visits, *old, parts_.clock.wall());
  waiting_ = std::move(*old);
  for (const OldPage& page : waiting_) parts_.urls[page.id].refreshing = true;
  order_ = order;
  put_in_order();
  return {};
}

void Recrawl::reorder(const RefreshOrder& order) {
  order_ = order;
  std::erase_if(waiting_, [&](const OldPage& page) {
    const UrlTable::Entry& entry = parts_.urls[page.id];
    return !entry.refreshing || entry.under_way;
  });
  // Equal pages in the order of discovery, whatever the order was before.
  std::sort(waiting_.begin(), waiting_.end(),
            [](const OldPage& a, const OldPage& b) { return a.id < b.id; });
  put_in_order();
}

void Recrawl::put_in_order() {
  for (OldPage& page : waiting_) page.value = values_.value_of(page.id);
  std::stable_sort(waiting_.begin(), waiting_.end(),
                   [&](const OldPage& a, const OldPage& b) { return order_.before(a, b); });
  auto rank = static_cast<double>(waiting_.size());
  for (const OldPage& page : waiting_)
    parts_.fetcher.put({.id = page.id, .relevance = rank--}, page.host);
  read_since_ = 0;
}

void Recrawl::apply_claims() {
  const bool is_due = !has_heard_claims_ || read_since_ * kPartRead >= waiting_.size();
  if (!is_due || !order_.needs_value() || !values_.take_news()) return;
  has_heard_claims_ = true;
  reorder(order_);
}

void Recrawl::add_conditions(PageRequest& request) const {
  const auto known = validators_.find(request.id);
  if (known == validators_.end()) return;
  request.etag = known->second.etag;
  request.last_modified = known->second.last_modified;
}

bool Recrawl::is_unchanged(const FetchedPage& page) const {
  return page.response.status == FetchStatus::kAnswer &&
         page.response.http_status == kNotModified && validators_.contains(page.id);
}

const std::vector<UrlId>& Recrawl::members_of(UrlId container) const {
  static const std::vector<UrlId> kNone;
  const auto members = members_.find(container);
  return members == members_.end() ? kNone : members->second;
}

// As if the page had been read again, with its members; the archive has it already.
void Recrawl::keep_unchanged(UrlId id, WallTime at) {
  parts_.commits.keep_unchanged(id, at);
  parts_.budget.refetched(false);
  was_read(id, false);
  for (const UrlId member : members_of(id)) keep_unchanged(member, at);
}

void Recrawl::was_read(UrlId id, bool has_changed) {
  failures_.had_again(id);
  values_.was_read(id, has_changed);
  ++read_since_;
  parts_.urls[id].refreshing = false;
  parts_.urls[id].stale = true;
}

void Recrawl::failed(UrlId id, DropReason reason, bool answered) {
  parts_.fetcher.erase(id);
  parts_.urls[id].refreshing = false;
  const bool may_not_ask = reason == DropReason::kRobots || reason == DropReason::kForbiddenAddress;
  if (may_not_ask || !is_failed_fetch(reason)) return;
  note_failure(id, reason, answered);
  settle_gone();
}

// A member fails with its page.
void Recrawl::note_failure(UrlId id, DropReason reason, bool answered) {
  failures_.failed(id, reason, answered, parts_.clock.wall());
  for (const UrlId member : members_of(id)) note_failure(member, reason, answered);
}

void Recrawl::heard_a_server() {
  failures_.heard_a_server();
  settle_gone();
}

void Recrawl::settle_gone() {
  for (const UrlId gone : failures_.take_gone()) parts_.copies.page_gone(gone);
}

void Recrawl::report(GatherReport& report) const {
  report.refresh_failures = failures_.by_reason();
  report.gone = failures_.gone();
  report.back = failures_.back();
  report.not_counted = failures_.not_counted();
  if (!values_.empty()) values_.report(report.freshness.emplace());
}

}  // namespace porthole::gatherer
