#include "gatherer/crawl/refresh_failures.h"

#include <algorithm>

namespace porthole::gatherer {

bool counts_as_gone(const collection::Refresh& rule, const FailureRecord& record) {
  constexpr int kLeast = 2;
  return rule.failures > 0 && record.failures >= std::max(rule.failures, kLeast) &&
         record.last - record.first >= rule.days;
}

void RefreshFailures::restore(FailureRecord record) { records_[record.page] = std::move(record); }

bool RefreshFailures::is_gone(UrlId page) const {
  const auto found = records_.find(page);
  return found != records_.end() && found->second.is_gone();
}

void RefreshFailures::heard_a_server() {
  heard_ = true;
  for (Failure& failure : std::exchange(unheard_, {})) count(std::move(failure));
}

void RefreshFailures::failed(UrlId page, DropReason reason, bool answered, WallTime at) {
  if (answered || heard_) return count({page, reason, at});
  unheard_.push_back({page, reason, at});
}

void RefreshFailures::count(Failure failure) {
  ++reasons_[failure.reason];
  FailureRecord& record = records_[failure.page];
  record.page = failure.page;
  if (record.failures++ == 0) record.first = failure.at;
  record.last = failure.at;
  record.reason = failure.reason;
  if (!record.is_gone() && counts_as_gone(rule_, record)) {
    record.gone = failure.at;
    newly_gone_.push_back(record.page);
    ++gone_;
  }
  changed_.push_back(record);
}

void RefreshFailures::had_again(UrlId page) {
  const auto found = records_.find(page);
  if (found == records_.end()) return;
  if (found->second.is_gone()) ++back_;
  records_.erase(found);
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
