#include "gatherer/crawl/refresh_failures.h"

#include <algorithm>

#include "gatherer/fetch/fetcher.h"

namespace porthole::gatherer {
namespace {

constexpr std::chrono::days kOneRun{1};
constexpr std::chrono::hours kRest{12};

/// It may be said to one who asks, whatever page is asked for.
bool says_nothing_of_the_page(DropReason reason) {
  return repository::is_withheld(reason) || is_refusal(repository::http_status_of(reason));
}

}  // namespace

bool counts_as_gone(const collection::Refresh& rule, const FailureRecord& record) {
  constexpr int kLeast = 2;
  if (rule.failures == 0) return false;
  return is_taken_away(record.reason) || (record.failures >= std::max(rule.failures, kLeast) &&
                                          record.last - record.first >= rule.days);
}

void RefreshFailures::restore(FailureRecord record) { records_[record.page] = std::move(record); }

bool RefreshFailures::is_gone(UrlId page) const {
  const auto found = records_.find(page);
  return found != records_.end() && found->second.is_gone();
}

WallTime RefreshFailures::last_visit(UrlId page, WallTime fetched) const {
  return is_gone(page) ? std::max(fetched, records_.at(page).last) : fetched;
}

bool RefreshFailures::is_asked_again(UrlId page, WallTime now) const {
  const auto found = records_.find(page);
  if (found == records_.end()) return false;
  const FailureRecord& record = found->second;
  if (record.is_gone()) return record.reason == DropReason::kRobots;
  const auto rest = std::min<WallTime::duration>(kRest, rule_.days);
  const bool rests = now >= record.last && now - record.last < rest;
  return !rests || record.reason != repository::http_reason(404);
}

void RefreshFailures::heard_a_server() {
  heard_ = true;
  for (const Failure& failure : std::exchange(unheard_, {})) {
    ++reasons_[failure.reason];
    count(failure);
  }
}

void RefreshFailures::heard_a_page(HostId host, WallTime at) {
  giving_[host] = at;
  const auto refused = refused_.find(host);
  if (refused == refused_.end()) return;
  for (const Failure& failure : refused->second) {
    if (at - failure.at <= kOneRun) count(failure);
  }
  refused_.erase(refused);
}

void RefreshFailures::failed(UrlId page, HostId host, DropReason reason, bool answered,
                             WallTime at) {
  const Failure failure{page, reason, at};
  if (!answered && !heard_) return unheard_.push_back(failure);
  ++reasons_[reason];
  if (reason == DropReason::kChallenge) {
    ++challenged_;
    note(failure);
  } else if (says_nothing_of_the_page(reason) && !gives_pages(host, at)) {
    note(failure);
    refused_[host].push_back(failure);
  } else {
    count(failure);
  }
}

bool RefreshFailures::gives_pages(HostId host, WallTime now) const {
  const auto giving = giving_.find(host);
  return giving != giving_.end() && now - giving->second <= kOneRun;
}

FailureRecord& RefreshFailures::note(const Failure& failure) {
  FailureRecord& record = records_[failure.page];
  record.page = failure.page;
  if (record.failures == 0) record.first = failure.at;
  record.last = failure.at;
  record.reason = failure.reason;
  changed_.push_back(record);
  return record;
}

void RefreshFailures::count(const Failure& failure, bool has_moved) {
  FailureRecord& record = note(failure);
  ++record.failures;
  const bool is_over = counts_as_gone(rule_, record) || (has_moved && rule_.failures > 0);
  if (!record.is_gone() && is_over) {
    record.gone = failure.at;
    newly_gone_.push_back(record.page);
    ++gone_;
  }
  changed_.back() = record;
}

void RefreshFailures::moved(UrlId page, DropReason reason, WallTime at) {
  ++reasons_[reason];
  count({page, reason, at}, true);
}

void RefreshFailures::had_again(UrlId page) {
  const auto found = records_.find(page);
  if (found == records_.end()) return;
  if (found->second.is_gone()) ++back_;
  records_.erase(found);
}

std::int64_t RefreshFailures::withheld() const {
  std::int64_t withheld = challenged_;
  for (const auto& [host, failures] : refused_) withheld += std::ssize(failures);
  return withheld;
}

void RefreshFailures::take_changes(repository::Batch& batch) {
  batch.failures.insert(batch.failures.end(), changed_.begin(), changed_.end());
  changed_.clear();
}

repository::ReasonCounts RefreshFailures::by_reason() const {
  repository::ReasonCounts sorted(reasons_.begin(), reasons_.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  return sorted;
}

}  // namespace porthole::gatherer
