#include "gatherer/crawl/recall_audit.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "sampler/hash_rng.h"

namespace porthole::gatherer {
namespace {

/// A site or topic is named when it lacks this share of all that is missing.
constexpr double kLeastShare = 0.05;
constexpr std::size_t kMostNamed = 10;

/// `count` of `all`, or all of them, in random order.
std::vector<UrlId> drawn_from(std::vector<UrlId> all, std::size_t count, sampler::HashRng rng) {
  count = std::min(count, all.size());
  for (std::size_t i = 0; i < count; ++i) {
    std::swap(all[i], all[i + rng.below(all.size() - i)]);
  }
  all.resize(count);
  return all;
}

std::vector<Lacking> largest(const std::map<std::string, double>& pages, double missing) {
  std::vector<Lacking> list;
  for (const auto& [name, lacks] : pages) {
    if (!name.empty() && lacks > 0 && lacks >= kLeastShare * missing) list.push_back({name, lacks});
  }
  std::stable_sort(list.begin(), list.end(),
                   [](const Lacking& a, const Lacking& b) { return a.pages > b.pages; });
  list.resize(std::min(list.size(), kMostNamed));
  return list;
}

}  // namespace

Result<void> RecallAudit::restore() {
  TRY_AS(record, read_recall(parts_.rules.recall_file));
  record_ = std::move(*record);
  const auto is_known = [&](UrlId id) { return id >= 1 && id <= parts_.urls.last(); };
  const bool is_of_this_crawl =
      record_.last <= parts_.urls.last() &&
      std::all_of(record_.drawn.begin(), record_.drawn.end(), is_known) &&
      std::all_of(record_.hits.begin(), record_.hits.end(), [&](const RecallRecord::Hit& hit) {
        return is_known(hit.page) && hit.generation < record_.generations.size();
      });
  if (!is_of_this_crawl) record_ = {};
  if (!is_under_way()) return {};
  only_.insert(record_.drawn.begin(), record_.drawn.end());
  parts_.queue.set_only(&only_);
  parts_.queue.enqueue_all();
  return {};
}

bool RecallAudit::is_due() const {
  const std::int64_t fetched = parts_.budget.fetched();
  const RecallEstimate* last = estimate();
  if (last == nullptr) return fetched >= goal_.first;
  const auto growth = static_cast<std::int64_t>(goal_.growth * static_cast<double>(last->fetched));
  return fetched >= last->fetched + std::max(goal_.first, growth);
}

bool RecallAudit::is_settled(UrlId id) const {
  const UrlTable::Entry& entry = parts_.urls[id];
  return !entry.under_way && (!is_open(entry) || parts_.fetcher.waits_for_retry(id));
}

bool RecallAudit::all_settled() {
  follow_redirects();
  if (std::all_of(record_.drawn.begin(), record_.drawn.end(),
                  [&](UrlId id) { return is_settled(id); })) {
    return true;
  }
  return parts_.fetcher.under_way() == 0 && parts_.budget.under_way() == 0 &&
         parts_.fetcher.next_ready() > parts_.rules.clock.steady() + kLongestWait;
}

void RecallAudit::follow_redirects() {
  for (UrlId& id : record_.drawn) {
    const UrlId target = parts_.urls.standing_for(id);
    if (target == id || only_.contains(target)) continue;
    if (!is_open(parts_.urls[target])) continue;
    id = target;
    only_.insert(target);
    parts_.queue.enqueue(target);
  }
}

bool RecallAudit::has_work() const {
  if (!parts_.budget.wants_more()) return false;
  if (is_under_way()) return true;
  const std::int64_t done = estimate() == nullptr ? 0 : estimate()->fetched;
  return done != parts_.budget.fetched();
}

Result<bool> RecallAudit::advance() {
  if (!parts_.budget.wants_more()) return false;
  if (is_under_way()) return all_settled() ? finish_generation() : Result<bool>(false);
  const RecallEstimate* last = estimate();
  // The same goal as that of an earlier run, and nothing was fetched since.
  if (last != nullptr && last->fetched == parts_.budget.fetched()) {
    return last->recall.estimate >= goal_.recall && last->recall.low >= goal_.recall - kMargin;
  }
  const bool is_idle = parts_.fetcher.queued() == 0 && parts_.fetcher.under_way() == 0 &&
                       parts_.budget.under_way() == 0;
  return is_due() || is_idle ? begin() : Result<bool>(false);
}

Result<bool> RecallAudit::begin() {
  std::vector<UrlId> population;
  for (UrlId id = 1; id <= parts_.urls.last(); ++id) {
    const UrlTable::Entry& entry = parts_.urls[id];
    if (is_open(entry) && !entry.under_way && !parts_.fetcher.waits_for_retry(id)) {
      population.push_back(id);
    }
  }
  if (population.empty() && parts_.budget.fetched() == 0) return false;  // All of nothing.
  ++record_.samples;
  record_.generations.clear();
  record_.hits.clear();
  if (population.empty()) return finish();
  TRY(draw(std::move(population)));
  return false;
}

Result<void> RecallAudit::draw(std::vector<UrlId> population) {
  record_.last = parts_.urls.last();
  record_.generation = {.known = population.size()};
  record_.drawn = drawn_from(
      std::move(population), goal_.sample,
      sampler::HashRng(parts_.rules.options.random_seed,
                       static_cast<std::uint64_t>(record_.samples), record_.generations.size()));
  // The URLs are in the repository before the file names them.
  if (Result<void> flushed = parts_.flush(); !flushed) return flushed;
  if (Result<void> written = write_recall(parts_.rules.recall_file, record_); !written)
    return written;
  only_ = {record_.drawn.begin(), record_.drawn.end()};
  parts_.queue.set_only(&only_);
  parts_.queue.enqueue_all();
  return {};
}

Result<bool> RecallAudit::finish_generation() {
  TRY(parts_.flush());
  sampler::Generation& generation = record_.generation;
  std::unordered_set<UrlId> second_half;
  for (std::size_t i = 0; i < record_.drawn.size(); ++i) {
    const UrlId id = record_.drawn[i];
    if (!is_settled(id) || parts_.fetcher.waits_for_retry(id)) continue;
    ++generation.read;
    if (i >= record_.drawn.size() / 2) second_half.insert(id);
    if (parts_.urls[id].state != UrlState::kFetched) continue;
    TRY_AS(page, parts_.repository.pages().get(id));
    if (!*page || !(*page)->relevant) continue;
    ++generation.hits;
    record_.hits.push_back({id, record_.generations.size(), (*page)->topic});
  }
  std::vector<UrlId> found;
  for (UrlId id = record_.last + 1; id <= parts_.urls.last(); ++id) {
    const UrlTable::Entry& entry = parts_.urls[id];
    if (!is_open(entry) || parts_.fetcher.waits_for_retry(id)) continue;
    found.push_back(id);
    if (!second_half.contains(entry.found_on)) ++generation.found_by_half;
  }
  generation.found = found.size();
  record_.generations.push_back(generation);
  if (found.empty() || record_.generations.size() == kMostGenerations) return finish();
  TRY(draw(std::move(found)));
  return false;
}

Result<bool> RecallAudit::finish() {
  RecallEstimate done;
  done.fetched = parts_.budget.fetched();
  done.on_topic = parts_.budget.relevant();
  const sampler::FrontierRecall found =
      sampler::estimate_recall(record_.generations, static_cast<std::size_t>(done.on_topic));
  done.recall = found.recall;
  done.missing = found.missing;
  done.target = goal_.recall;
  done.reached = done.recall.estimate >= goal_.recall && done.recall.low >= goal_.recall - kMargin;
  for (const sampler::Generation& generation : record_.generations) done.sampled += generation.read;
  name_lacking(done);
  only_.clear();
  parts_.queue.set_only(nullptr);
  if (!done.reached) add_seeds(done);
  parts_.queue.enqueue_all();
  record_.drawn.clear();
  record_.estimate = done;
  TRY(parts_.flush());
  TRY(write_recall(parts_.rules.recall_file, record_));
  return done.reached;
}

// A relevant page of the sample stands for the relevant pages that were not drawn, in equal parts.
void RecallAudit::name_lacking(RecallEstimate& estimate) const {
  const std::vector<double> sizes = sampler::generation_sizes(record_.generations);
  std::map<std::string, double> sites, topics;
  for (const RecallRecord::Hit& hit : record_.hits) {
    const auto read = static_cast<double>(record_.generations[hit.generation].read);
    const double pages = std::max(0.0, sizes[hit.generation] / read - 1);
    sites[parts_.urls.sites().text(parts_.urls[hit.page].site)] += pages;
    topics[hit.topic] += pages;
  }
  estimate.sites = largest(sites, estimate.missing.estimate);
  estimate.topics = largest(topics, estimate.missing.estimate);
}

void RecallAudit::add_seeds(RecallEstimate& estimate) {
  std::unordered_set<UrlId> pages;
  for (const RecallRecord::Hit& hit : record_.hits) {
    const std::string site = parts_.urls.sites().text(parts_.urls[hit.page].site);
    const bool is_lacking =
        std::any_of(estimate.sites.begin(), estimate.sites.end(),
                    [&](const Lacking& lacking) { return lacking.name == site; }) ||
        std::any_of(estimate.topics.begin(), estimate.topics.end(),
                    [&](const Lacking& lacking) { return lacking.name == hit.topic; });
    if (is_lacking) pages.insert(hit.page);
  }
  for (UrlId id = 1; id <= parts_.urls.last() && estimate.new_seeds < kMostNewSeeds; ++id) {
    const UrlTable::Entry& entry = parts_.urls[id];
    if (!is_open(entry) || entry.seed || !pages.contains(entry.found_on)) continue;
    parts_.urls.make_first(id);
    ++estimate.new_seeds;
  }
}

}  // namespace porthole::gatherer
