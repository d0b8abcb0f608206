#pragma once

/// Share: the part of a crawl that one of several gatherers does, while it serves the same buckets.
///
/// In:  the buckets that it serves; the links that others found into them.
/// Out: which sites it asks, and whether it may; what the others did and learned.
///
/// Links and states are read by a thread and a connection of their own.
///
/// Thread safety: one thread. Lifetime: the keeper outlives it.

#include <algorithm>
#include <bitset>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "base/key_index.h"
#include "base/result.h"
#include "gatherer/share/lease_keeper.h"
#include "repository/inbox.h"

namespace porthole::gatherer {

class Share {
 public:
  struct Options {
    bool retries_seeds = true;
    /// The pages that were committed when those of the repository were read.
    std::function<repository::CommittedPages()> committed;
  };
  Share(LeaseKeeper& keeper, const std::vector<repository::HeldBucket>& served,
        std::unique_ptr<repository::Inbox> inbox, Options options);
  ~Share();
  Share(const Share&) = delete;
  Share& operator=(const Share&) = delete;

  const std::string& gatherer() const { return keeper_.lease().name(); }
  /// The hosts of site `site` of `sites` are asked by this gatherer, and its URLs are this one's to
  /// change. `sites` is the same at each call.
  bool owns(std::uint32_t site, const StringInterner& sites) const;
  /// Requests may be made: the leases hold.
  bool may_ask() const { return keeper_.may_ask(); }
  /// The run is to end, so that the gatherer goes on with other buckets.
  bool must_hand_over() const { return keeper_.must_hand_over(); }
  /// Pages that others have committed, those apart that the repository had when it was read.
  std::int64_t pages_of_others() const {
    return std::max<std::int64_t>(keeper_.pages_of_others() - options_.committed().others, 0);
  }
  /// The crawl, which had `before` pages when it was read, may have `most`, and this gatherer has
  /// added `added` since, those under way among them. `most` is 0: there is no limit.
  void wish(std::int64_t most, std::int64_t before, std::int64_t added, bool has_work);
  /// Another page may be begun, and counts as begun until wish() says otherwise.
  bool begin_page() const { return keeper_.claim().take(); }
  /// No page may be begun before others have ended theirs, or the repository was asked.
  bool lacks_pages() const { return keeper_.claim().is_used_up(); }
  /// Seeds that could not be fetched are tried again.
  bool retries_seeds() const { return options_.retries_seeds; }
  /// The crawl is over for all gatherers. Requires: this one has nothing to do, and everything is
  /// committed.
  Result<bool> is_over() { return keeper_.is_over(); }

  /// The links that came since the last call.
  std::vector<repository::InboxLink> take_links();
  /// From now on the others' states of this strategy are read every ten seconds; "": none are.
  void follow_learning(std::string strategy);
  /// The states that were read since the last call, of gatherers that had fetched pages.
  std::vector<std::string> take_learned();
  /// Why no more links come.
  std::optional<Error> failure() const;

 private:
  void run();
  Result<bool> read(std::unique_lock<std::mutex>& lock);

  LeaseKeeper& keeper_;
  std::bitset<repository::kBuckets> buckets_;
  mutable std::vector<bool> owned_;  ///< By number of the site: its bucket is among them.
  std::unique_ptr<repository::Inbox> inbox_;
  Options options_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<repository::InboxLink> links_;
  std::string strategy_;
  std::vector<std::string> learned_;
  SteadyTime next_learned_{};
  std::optional<Error> failure_;
  bool ending_ = false;
  std::thread thread_;
};

}  // namespace porthole::gatherer
