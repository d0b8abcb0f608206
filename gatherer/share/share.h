#pragma once

/// Share: the part of a crawl that one of several gatherers does, while it serves the same buckets.
///
/// In:  the buckets that it serves; the links that others found into them.
/// Out: which sites it asks, and whether it may; what the others did.
///
/// The links are read from the inbox by a thread and a connection of their own.
///
/// Thread safety: one thread. Lifetime: the keeper outlives it.

#include <bitset>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/result.h"
#include "gatherer/share/lease_keeper.h"
#include "repository/inbox.h"

namespace porthole::gatherer {

class Share {
 public:
  Share(LeaseKeeper& keeper, const std::vector<repository::HeldBucket>& served,
        std::unique_ptr<repository::Inbox> inbox);
  ~Share();
  Share(const Share&) = delete;
  Share& operator=(const Share&) = delete;

  const std::string& gatherer() const { return keeper_.lease().name(); }
  /// The hosts of the site are asked by this gatherer, and its URLs are this one's to change.
  bool owns(std::string_view site) const {
    return buckets_[static_cast<std::size_t>(repository::bucket_of(site))];
  }
  /// Requests may be made: the leases hold.
  bool may_ask() const { return keeper_.may_ask(); }
  /// The run is to end, so that the gatherer goes on with other buckets.
  bool must_hand_over() const { return keeper_.must_hand_over(); }
  std::int64_t pages_of_others() const { return keeper_.pages_of_others(); }
  /// The crawl is over for all gatherers. Requires: this one has nothing to do, and everything is
  /// committed.
  Result<bool> is_over() { return keeper_.is_over(); }

  /// The links that came since the last call.
  std::vector<repository::InboxLink> take_links();
  /// Why no more links come.
  std::optional<Error> failure() const;

 private:
  void run();

  LeaseKeeper& keeper_;
  std::bitset<repository::kBuckets> buckets_;
  std::unique_ptr<repository::Inbox> inbox_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<repository::InboxLink> links_;
  std::optional<Error> failure_;
  bool ending_ = false;
  std::thread thread_;
};

}  // namespace porthole::gatherer
