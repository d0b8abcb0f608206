#pragma once

/// Frontier: the priority queues of URLs that wait to be fetched, one for each host.
///
/// In:  URLs with a rating; the time at which a host may be asked again.
/// Out: the first URL, in the queue's order (queue_order.h), of a host that is ready.
///
///   frontier.put({.id = id, .relevance = 0.8}, host);
///   if (auto next = frontier.best(now)) {
///     frontier.take(*next);
///     ... fetch it ...
///     frontier.release(host, later);
///   }
///
/// A host is ready when it has a URL in its queue, fewer requests in flight than its limit, and its
/// delay has passed. The order may be changed at any time; no URL is lost.
///
/// Cost: every operation is logarithmic in the URLs of one host and in the hosts.
/// Thread safety: one thread.

#include <cstdint>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "gatherer/fetch/queue_order.h"
#include "repository/records.h"

namespace porthole::gatherer {

using repository::UrlId;
using HostId = std::uint32_t;

class Frontier {
 public:
  explicit Frontier(int requests_per_host = 1) : requests_per_host_(requests_per_host) {}

  /// Reorders the queues by `order`.
  void set_order(const QueueOrder& order);

  /// Adds `url` to the queue of `host`, or updates its place. Its load is that of the host.
  void put(const Waiting& url, HostId host);
  /// Removes `id` without fetching it; does nothing if it is not queued.
  void erase(UrlId id);

  /// The first URL of a host that is ready at `now`; it stays in its queue.
  std::optional<UrlId> best(SteadyTime now);
  /// Removes a URL that best() returned and counts a request in flight, and a URL, for its host.
  void take(UrlId id);
  /// Adds `urls` that an earlier run fetched to the load of `host`.
  void add_load(HostId host, std::uint32_t urls);
  /// Counts a request in flight for `host` that is not for a queued URL (robots.txt, a sitemap).
  void occupy(HostId host);
  /// Ends a request of `host`; the host is not ready before `ready_at`.
  void release(HostId host, SteadyTime ready_at);
  /// Allows no request to `host` before `ready_at`.
  void delay(HostId host, SteadyTime ready_at);

  /// The time at which the next delay of a host ends; time_point::max() if there is none.
  SteadyTime next_ready() const;
  /// The queue entry of `id`, if it is queued.
  std::optional<Waiting> find(UrlId id) const;
  bool contains(UrlId id) const { return where_.contains(id); }
  std::size_t size() const { return where_.size(); }
  std::vector<UrlId> all() const;

 private:
  struct Before {
    QueueOrder order;
    bool operator()(const Waiting& a, const Waiting& b) const { return order.before(a, b); }
    bool operator()(const std::pair<Waiting, HostId>& a,
                    const std::pair<Waiting, HostId>& b) const {
      return order.before(a.first, b.first);
    }
  };
  struct Host {
    std::set<Waiting, Before> waiting;
    SteadyTime ready_at{};
    std::uint32_t load = 0;
    int under_way = 0;
    bool ready = false;    ///< Listed in ready_, under `listed`.
    bool resting = false;  ///< Listed in resting_, under its ready_at.
    Waiting listed{};
  };
  Host& host(HostId id);
  /// Updates the lists of ready and resting hosts from the state of `id` at `now`.
  void list(HostId id);

  int requests_per_host_;
  SteadyTime now_{};
  QueueOrder order_;
  std::vector<Host> hosts_;
  std::unordered_map<UrlId, std::pair<HostId, Waiting>> where_;
  std::set<std::pair<Waiting, HostId>, Before> ready_;
  std::set<std::pair<SteadyTime, HostId>> resting_;
};

}  // namespace porthole::gatherer
