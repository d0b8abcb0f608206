#include "gatherer/crawl/crawl_queue.h"

#include <cmath>
#include <utility>

#include "gatherer/fetch/fetcher.h"

namespace porthole::gatherer {
namespace {

constexpr double kSunkShare = 0.1;
constexpr std::int8_t kUnknown = 127;
static_assert(collection::kLargestPriority < kUnknown);

}  // namespace

bool has_sunk(double now, double waits_under) {
  return now < waits_under - kSunkShare * std::abs(waits_under);
}

void CrawlQueue::adopt(ChosenStrategy chosen) {
  chosen_ = std::move(chosen);
  core_.fetcher.set_order(chosen_.order);
}

void CrawlQueue::set_precedence(Precedence precedence) {
  precedence_ = std::move(precedence);
  precedences_.clear();
}

int CrawlQueue::precedence_of(UrlId id) {
  if (precedence_.empty()) return 0;
  const auto index = static_cast<std::size_t>(id - 1);
  if (index >= precedences_.size())
    precedences_.resize(static_cast<std::size_t>(core_.urls.last()), kUnknown);
  std::int8_t& known = precedences_[index];
  if (known == kUnknown) known = static_cast<std::int8_t>(precedence_.of(core_.urls.href(id)));
  return known;
}

bool CrawlQueue::may_wait(UrlId id) {
  const UrlTable::Entry& entry = core_.urls[id];
  if (entry.under_way || core_.fetcher.waits_for_retry(id)) return false;
  if (!core_.urls.is_own(id)) return false;
  if (!core_.budget.is_full(entry.site)) return true;
  drop(id, DropReason::kSiteCap);
  return false;
}

void CrawlQueue::enqueue(UrlId id) {
  if (may_wait(id)) put(id, chosen_.rate(id, core_.urls[id].hops, core_.urls[id].seed));
}

void CrawlQueue::put(UrlId id, const Rating& rating) {
  const UrlTable::Entry& entry = core_.urls[id];
  const int precedence = precedence_of(id);
  core_.urls.set_priority(id, stored_priority(rating.priority, precedence));
  if (rating.pruned && !is_selected(id)) {
    core_.fetcher.erase(id);
    if (entry.state != UrlState::kDropped) {
      core_.urls.apply(id, UrlEvent::kDrop, DropReason::kThreshold);
    }
    return;
  }
  if (entry.state == UrlState::kDropped) core_.urls.apply(id, UrlEvent::kRaise);
  if (refresh_ && !(takes_fresh_ && takes_fresh_(id))) return;
  if (only_ != nullptr && !is_selected(id)) return core_.fetcher.erase(id);
  core_.fetcher.put({.id = id,
                     .relevance = rating.priority,
                     .tries = static_cast<std::uint32_t>(entry.tries),
                     .hops = static_cast<std::uint32_t>(entry.hops),
                     .precedence = precedence},
                    entry.host);
}

void CrawlQueue::enqueue_if_open(UrlId id) {
  if (is_open(core_.urls[id])) enqueue(id);
}

void CrawlQueue::enqueue_all() {
  core_.fetcher.begin_filling();
  for (UrlId id = 1; id <= core_.urls.last(); ++id) enqueue_if_open(id);
  core_.fetcher.end_filling();
  raise();
}

// A stored rating is rounded where a rule gives the URL a precedence. A URL that waited for a retry
// was not rated meanwhile.
void CrawlQueue::enqueue_all_as_stored() {
  if (!precedence_.empty()) return enqueue_all();
  core_.fetcher.begin_filling();
  for (UrlId id = 1; id <= core_.urls.last(); ++id) {
    const UrlTable::Entry& entry = core_.urls[id];
    if (!is_open(entry)) continue;
    if (entry.tries > 0) {
      enqueue(id);
    } else if (may_wait(id)) {
      put(id, {.priority = entry.priority, .pruned = entry.reason == DropReason::kThreshold});
    }
  }
  core_.fetcher.end_filling();
  raise();
}

void CrawlQueue::raise() {
  chosen_.strategy->take_raised(raised_);
  for (const UrlId id : raised_) enqueue_if_open(id);
  raised_.clear();
}

bool CrawlQueue::keeps_its_place(UrlId id) {
  if (refresh_ || is_selected(id)) return true;
  const Rating rating = chosen_.rate(id, core_.urls[id].hops, core_.urls[id].seed);
  if (!rating.pruned && !has_sunk(rating.priority, core_.fetcher.find(id)->relevance)) return true;
  enqueue(id);
  return false;
}

void CrawlQueue::drop(UrlId id, DropReason reason, std::string detail) {
  core_.fetcher.erase(id);
  core_.urls.apply(id, UrlEvent::kDrop, reason, std::move(detail));
  if (repository::is_failed_fetch(reason)) chosen_.strategy->failed(id);
  chosen_.strategy->forget(id);
}

void CrawlQueue::turn_away(UrlId id, bool asked, std::string detail) {
  if (asked) core_.fetcher.turned_away(core_.urls[id].host, core_.urls.href(id));
  core_.urls.rest_until(id, core_.fetcher.end_of_rest());
  drop(id, DropReason::kChallenge, std::move(detail));
}

void CrawlQueue::fetch_failed(const FetchedPage& page, DropReason reason,
                              const std::string& detail) {
  const UrlTable::Entry& entry = core_.urls[page.id];
  const int status = repository::http_status_of(reason);
  const bool may_pass = outcome_of(page.response) == FetchOutcome::kPart ||
                        (status == 0 ? worth_retrying(page.response.status) : is_busy(status));
  const auto pause =
      may_pass ? core_.fetcher.try_again(page, static_cast<int>(entry.tries)) : std::nullopt;
  if (!pause) {
    if (is_refusal(status)) core_.fetcher.turned_away(entry.host, core_.urls.href(page.id));
    return drop(page.id, reason, detail);
  }
  if (pause->count() > 0)
    core_.urls.rest_until(page.id,
                          core_.fetcher.now() + std::chrono::ceil<std::chrono::seconds>(*pause));
  core_.urls.apply(page.id, UrlEvent::kTryAgain, reason, detail);
  enqueue(page.id);
}

void CrawlQueue::drop_site(std::uint32_t site) {
  for (const UrlId id : core_.fetcher.all_queued()) {
    if (core_.urls[id].site == site && core_.urls[id].state != UrlState::kFetched)
      drop(id, DropReason::kSiteCap);
  }
}

void CrawlQueue::become_alias(UrlId id, UrlId target, DropReason reason) {
  core_.fetcher.erase(id);
  core_.urls.become_alias(id, target, reason);
  chosen_.strategy->merge(id, target);
  if (!is_open(core_.urls[target])) {
    core_.urls.mark_stale(core_.urls.original(target));
    return;
  }
  if (core_.urls[id].seed) core_.urls.make_seed(target);
  enqueue(target);
}

}  // namespace porthole::gatherer
