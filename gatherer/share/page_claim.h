#pragma once

/// PageClaim: how many pages one of several gatherers may commit, so that all together keep to the
/// pages that the crawl may have.
///
/// In:  the pages that it has added, those under way among them; what the repository grants it
///      (BucketLease::claim()).
/// Out: whether another page may be begun.
///
/// Pages are those that the gatherer has committed or will commit, ever, as the repository counts
/// them. While a claim is asked for, nothing is begun: it may have become smaller.
///
/// Thread safety: any thread.

#include <cstdint>
#include <mutex>
#include <optional>

#include "repository/bucket_lease.h"

namespace porthole::gatherer {

class PageClaim {
 public:
  using Wish = repository::BucketLease::Wish;

  /// From now on this holds; absent: the crawl may have any number of pages.
  void wish(std::optional<Wish> wish) {
    const std::lock_guard lock(mutex_);
    wish_ = wish;
  }
  /// Another page may be begun, which is then one of those that are used.
  bool take() {
    const std::lock_guard lock(mutex_);
    if (!wish_) return true;
    if (wish_->used >= granted_) return false;
    ++wish_->used;
    return true;
  }
  bool is_used_up() {
    const std::lock_guard lock(mutex_);
    return wish_ && wish_->used >= granted_;
  }
  /// The wish to ask the repository for, if there is one; granted() follows.
  std::optional<Wish> asked() {
    const std::lock_guard lock(mutex_);
    granted_ = 0;
    return wish_;
  }
  void granted(std::int64_t pages) {
    const std::lock_guard lock(mutex_);
    granted_ = pages;
  }

 private:
  std::mutex mutex_;
  std::optional<Wish> wish_;
  std::int64_t granted_ = 0;
};

}  // namespace porthole::gatherer
