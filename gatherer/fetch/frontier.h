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
/// Each host has a binary heap of its URLs; a table by URL has their sort keys and places in it.
///
/// Cost: every operation is logarithmic in the URLs of one host and in the hosts; set_order() and
/// all() are linear. Memory: 20 bytes for each id up to the largest that was ever queued, and 4 for
/// each URL that waits.
/// Thread safety: one thread.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
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

  /// Adds `url` to the queue of `host`, or updates its place. Its load is that of the host. Hops
  /// above 65,535 and tries above 255 count as these. Requires: 0 < url.id < 2^32; -128 <=
  /// url.precedence < 128.
  void put(const Waiting& url, HostId host);
  /// Between the two, put() and erase() leave the queues without order: many URLs cost their number
  /// and no logarithm. Requires: no other call between.
  void begin_filling() { filling_ = true; }
  void end_filling();
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
  bool contains(UrlId id) const;
  std::size_t size() const { return size_; }
  std::vector<UrlId> all() const;

 private:
  struct Before {
    QueueOrder order;
    bool operator()(const std::pair<Waiting, HostId>& a,
                    const std::pair<Waiting, HostId>& b) const {
      return order.before(a.first, b.first);
    }
  };
  struct Host {
    std::vector<std::uint32_t> heap;  ///< Ids; none goes before that at (place - 1) / 2.
    SteadyTime ready_at{};
    std::uint32_t load = 0;
    int under_way = 0;
    bool ready = false;    ///< Listed in ready_, under `listed`.
    bool resting = false;  ///< Listed in resting_, under its ready_at.
    Waiting listed{};
  };
  /// Where a URL waits, and its sort keys but for the relevance.
  struct Place {
    HostId host = 0;
    std::uint32_t place = kNowhere;  ///< In the heap of its host.
    std::uint16_t hops = 0;
    std::uint8_t tries = 0;
    std::int8_t precedence = 0;
    bool operator==(const Place&) const = default;
  };
  static constexpr std::uint32_t kNowhere = UINT32_MAX;

  Host& host(HostId id);
  /// Puts the heap of each host in order, and lists it.
  void arrange();
  /// Updates the lists of ready and resting hosts from the state of `id` at `now`.
  void list(HostId id);
  Waiting waiting(std::uint32_t id) const;
  bool goes_before(std::uint32_t a, std::uint32_t b) const;
  static std::size_t index(UrlId id) { return static_cast<std::size_t>(id - 1); }
  /// Put the URL at `place` where it belongs in the heap.
  void rise(Host& host, std::size_t place);
  void sink(Host& host, std::size_t place);
  void move(Host& host, std::uint32_t id, std::size_t place);

  int requests_per_host_;
  SteadyTime now_{};
  QueueOrder order_;
  std::vector<Host> hosts_;
  std::deque<double>
      relevances_;  ///< By index(), as places_. Apart, since together they are padded.
  std::deque<Place> places_;
  std::size_t size_ = 0;
  bool filling_ = false;
  std::set<std::pair<Waiting, HostId>, Before> ready_;
  std::set<std::pair<SteadyTime, HostId>> resting_;
};

/// AddressGroups: groups the hosts that share an IP address. Queue mode "ip" applies politeness to
/// the group as if it were one host.
///
/// The address of a host is known only after its first request, so that request (its robots.txt)
/// may coincide with one to another host of the same address.
class AddressGroups {
 public:
  /// Records that `host` was reached at `address`, and removes it from the group of its previous
  /// address.
  void learn(HostId host, const std::string& address);

  /// The other known hosts with the same address.
  std::vector<HostId> neighbours(HostId host) const;

 private:
  std::unordered_map<HostId, std::string> address_of_;
  std::unordered_map<std::string, std::vector<HostId>> hosts_at_;
};

/// URLs that wait for a time of their own, while other URLs of their host go on.
class Postponed {
 public:
  using UrlId = repository::UrlId;

  /// `id` waits until `ready_at`, whatever was said of it before.
  void put(UrlId id, SteadyTime ready_at);
  /// Nothing happens when it is not there.
  void erase(UrlId id);
  bool contains(UrlId id) const { return where_.contains(id); }
  bool empty() const { return where_.empty(); }

  /// Takes out those that wait no longer at `now`, the earliest first.
  std::vector<UrlId> take_due(SteadyTime now);
  /// When the next one is due; SteadyTime::max() when none waits.
  SteadyTime next() const { return waiting_.empty() ? SteadyTime::max() : waiting_.begin()->first; }

 private:
  using Queue = std::multimap<SteadyTime, UrlId>;
  Queue waiting_;
  std::unordered_map<UrlId, Queue::iterator> where_;
};

}  // namespace porthole::gatherer
