#pragma once

/// URLs that wait for a time of their own, while other URLs of their host go on.
///
/// In:  a URL and when it may be asked for.
/// Out: the URLs whose time has come, each once.
///
/// Thread safety: one thread.

#include <map>
#include <unordered_map>
#include <vector>

#include "base/clock.h"
#include "repository/records.h"

namespace porthole::gatherer {

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
