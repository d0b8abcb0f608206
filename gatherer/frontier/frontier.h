#pragma once

/// The frontier: every URL that waits to be fetched, a queue for each host.
///
/// In:  URLs with a rating; when a host may be asked again.
/// Out: the first URL, in the queue's order (queue_order.h), of a host that is ready.
///
///   frontier.put({.id = id, .relevance = 0.8}, host);
///   if (auto next = frontier.best(now)) { frontier.take(*next); fetch; frontier.release(host, later); }
///
/// A host is ready when it has a URL waiting, fewer requests under way than it may have, and its time
/// has come. The order may be changed at any time; nothing is lost by it.
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
#include "gatherer/frontier/queue_order.h"
#include "repository/records.h"

namespace porthole::gatherer {

using repository::UrlId;
using HostId = std::uint32_t;

class Frontier {
 public:
  explicit Frontier(int requests_per_host = 1) : requests_per_host_(requests_per_host) {}

  /// Orders what waits, and what will, by `order`.
  void set_order(const QueueOrder& order);

  /// Puts `url` into the queue of `host`, or moves it when it is there. Its load is the host's.
  void put(const Waiting& url, HostId host);
  /// Takes `id` out without fetching it; nothing happens when it is not there.
  void erase(UrlId id);

  /// The most promising URL of a host that is ready at `now`; it stays where it is.
  std::optional<UrlId> best(SteadyTime now);
  /// Takes out a URL that best() named and counts a request under way, and a URL, for its host.
  void take(UrlId id);
  /// Counts `urls` that an earlier run fetched of `host`.
  void add_load(HostId host, std::uint32_t urls);
  /// Counts a request under way for `host` without a URL (robots.txt, a sitemap).
  void occupy(HostId host);
  /// A request of `host` has ended; the host is not ready before `ready_at`.
  void release(HostId host, SteadyTime ready_at);
  /// No request to `host` before `ready_at`.
  void delay(HostId host, SteadyTime ready_at);

  /// When the next host becomes ready by time alone; time_point::max() when none will.
  SteadyTime next_ready() const;
  /// How `id` waits, if it does.
  std::optional<Waiting> find(UrlId id) const;
  bool contains(UrlId id) const { return where_.contains(id); }
  std::size_t size() const { return where_.size(); }
  std::vector<UrlId> all() const;

 private:
  struct Before {
    QueueOrder order;
    bool operator()(const Waiting& a, const Waiting& b) const { return order.before(a, b); }
    bool operator()(const std::pair<Waiting, HostId>& a, const std::pair<Waiting, HostId>& b) const {
      return order.before(a.first, b.first);
    }
  };
  struct Host {
    std::set<Waiting, Before> waiting;
    SteadyTime ready_at{};
    std::uint32_t load = 0;
    int under_way = 0;
    bool ready = false;     ///< In ready_, under `listed`.
    bool resting = false;   ///< In resting_, under its ready_at.
    Waiting listed{};
  };
  Host& host(HostId id);
  /// Brings the lists of ready and resting hosts in line with the state of `id` at `now`.
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
