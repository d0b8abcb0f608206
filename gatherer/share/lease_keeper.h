#pragma once

/// LeaseKeeper: keeps the leases of one of several gatherers, in a thread of its own.
///
/// In:  the repository, the gatherer's name, the term of a lease.
/// Out: the buckets to serve; whether they are still held, and when others are to be served.
///
/// Leases are renewed at a third of the term. The gatherer's own deadline is its clock before the
/// renewal was sent, plus the term: the repository counts from later on. That clock goes on while
/// the machine sleeps (CLOCK_BOOTTIME), as a steady clock does not. Four times a second it looks
/// whether there are more or fewer gatherers, and takes what is free, up to its share; what it has
/// too much of it gives back at the next serve().
///
/// Thread safety: any thread.

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/result.h"
#include "repository/bucket_lease.h"

namespace porthole::gatherer {

/// How many pages one of several gatherers may commit, so that all together keep to the
/// pages that the crawl may have.
///
/// Pages are those that the gatherer has committed or will commit, ever, as the repository counts
/// them. While a claim is asked for, nothing is begun: it may have become smaller.
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

class LeaseKeeper {
 public:
  /// Errors: those of BucketLease::join().
  static Result<std::unique_ptr<LeaseKeeper>> join(const std::string& url, const std::string& name,
                                                   std::chrono::milliseconds term);
  ~LeaseKeeper();
  LeaseKeeper(const LeaseKeeper&) = delete;
  LeaseKeeper& operator=(const LeaseKeeper&) = delete;

  /// Its name, number and came_first() alone are read.
  const repository::BucketLease& lease() const { return *lease_; }

  /// Gives back more than the gatherer's share, and waits until it holds a bucket; the buckets that
  /// it serves from now on. Empty when `stop` is not 0. Errors: those of the repository.
  Result<std::vector<repository::HeldBucket>> serve(const std::atomic<int>* stop);

  /// Hosts of the buckets that are served may be asked.
  bool may_ask() const;
  /// The gatherer holds, or should hold, other buckets than it serves.
  bool must_hand_over() const { return must_hand_over_; }
  /// A bucket that is served was taken over; looks again first.
  bool has_lost();
  /// Pages that others have committed, ever.
  std::int64_t pages_of_others() const { return pages_of_others_; }
  /// The pages that this gatherer may add; claimed anew four times a second.
  PageClaim& claim() { return claim_; }
  /// This gatherer has nothing to do, and the others neither. Errors: those of the repository.
  Result<bool> is_over();
  Result<void> leave(repository::BucketLease::Leaving leaving);

 private:
  explicit LeaseKeeper(std::unique_ptr<repository::BucketLease> lease);
  void run();
  // The rest requires the mutex.
  Result<void> renew();
  Result<void> look_around();
  Result<void> claim_pages();
  void note_contact();

  std::unique_ptr<repository::BucketLease> lease_;
  const std::chrono::milliseconds term_;
  std::atomic<bool> must_hand_over_ = false;
  std::atomic<std::int64_t> pages_of_others_ = 0;
  PageClaim claim_;
  std::atomic<std::int64_t> deadline_{0};  ///< Nanoseconds since the machine was started.
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<repository::HeldBucket> held_, served_;
  // Since the machine was started.
  std::chrono::nanoseconds next_renewal_{};
  std::chrono::nanoseconds last_contact_{};  ///< With the repository.
  std::chrono::nanoseconds takes_from_{};    ///< Nothing is taken before.
  std::size_t share_ = repository::kBuckets;
  bool has_lost_ = false;
  bool ending_ = false;
  std::thread thread_;
};

}  // namespace porthole::gatherer
