#pragma once

/// BucketLease: one of several gatherers on a repository in PostgreSQL, and the buckets of sites
/// that it holds. Whoever holds a bucket asks its hosts and changes its URLs, nobody else.
///
/// In:  the URL of the repository, the gatherer's name, the term of a lease.
/// Out: buckets with their epochs; what the other gatherers do.
///
/// A lease that is not renewed within its term may be taken by another gatherer, which makes the
/// epoch of the bucket grow; a commit that names the former epoch is refused (SharedRepository).
///
///   auto lease = BucketLease::join(url, "west", 30s);
///   std::vector<HeldBucket> held = *(*lease)->renew();       // every third of the term
///   const LeaseCensus census = *(*lease)->census();
///   if (held.size() < census.fair_share()) (*lease)->take(census.fair_share() - held.size());
///
/// Errors: kBusy when another process has the name; those of open_repository(). A connection that
/// was lost is made again, for a minute at most.
/// Thread safety: one thread at a time. It has a connection of its own.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "repository/buckets.h"

namespace porthole::repository {

struct HeldBucket {
  int bucket = 0;
  int epoch = 0;
  bool operator==(const HeldBucket&) const = default;
};

/// Pages that gatherers have committed, ever.
struct CommittedPages {
  std::int64_t own = 0, others = 0;
};

/// The gatherers of a crawl.
struct LeaseCensus {
  int live = 0;                      ///< Whose own lease has not run out, this one among them.
  std::int64_t pages_of_others = 0;  ///< That they have committed, ever.
  std::size_t fair_share() const {
    return live == 0
               ? kBuckets
               : (kBuckets + static_cast<std::size_t>(live) - 1) / static_cast<std::size_t>(live);
  }
};

class BucketLease {
 public:
  /// `name`: small letters, digits, `.` and `-`. Errors: kUsage for another one.
  static Result<std::unique_ptr<BucketLease>> join(const std::string& url, const std::string& name,
                                                   std::chrono::milliseconds term);
  /// Leaves the leases as they are; they run out.
  virtual ~BucketLease() = default;
  BucketLease(const BucketLease&) = delete;
  BucketLease& operator=(const BucketLease&) = delete;

  int gatherer() const { return gatherer_; }  ///< The number of the name in the repository.
  const std::string& name() const { return name_; }
  /// No other gatherer was at work when this one joined.
  bool came_first() const { return came_first_; }
  std::chrono::milliseconds term() const { return term_; }

  /// Extends all leases to a term from now; returns the buckets that are held, in order.
  virtual Result<std::vector<HeldBucket>> renew() = 0;
  /// Takes at most so many buckets that nobody holds; returns how many were taken.
  virtual Result<std::size_t> take(std::size_t most) = 0;
  /// Lets others take these.
  virtual Result<void> give_back(const std::vector<int>& buckets) = 0;
  virtual Result<LeaseCensus> census() = 0;

  /// The pages that this gatherer would add.
  struct Wish {
    std::int64_t most = 0;  ///< Pages that all gatherers together may have committed, ever.
    std::int64_t used = 0;  ///< Its own: committed ever, under way, or to be committed.
    bool has_work = false;  ///< Pages that could be begun wait.
    bool operator==(const Wish&) const = default;
  };
  /// Claims pages; returns how many it may have committed, at least `used`. The claims of all come
  /// to `most` at most; what a former call claimed and was not used is given back.
  virtual Result<std::int64_t> claim(const Wish& wish) = 0;

  /// Notes that this gatherer has nothing left to do, unless links wait for it; its next commit
  /// takes that back.
  virtual Result<void> note_idle() = 0;
  /// No gatherer has anything left to do, and no link waits for any. False while a bucket is
  /// nobody's.
  virtual Result<bool> is_over() = 0;
  /// Ends: with the crawl, so that the others end, too; or alone, and others take the buckets.
  enum class Leaving : std::uint8_t { kWithTheCrawl, kAlone };
  virtual Result<void> leave(Leaving leaving) = 0;

 protected:
  BucketLease(std::string name, std::chrono::milliseconds term)
      : name_(std::move(name)), term_(term) {}

  std::string name_;
  std::chrono::milliseconds term_;
  int gatherer_ = 0;
  bool came_first_ = false;
};

}  // namespace porthole::repository
