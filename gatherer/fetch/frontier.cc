#include "gatherer/fetch/frontier.h"

#include <cassert>

namespace porthole::gatherer {

Frontier::Host& Frontier::host(HostId id) {
  while (id >= hosts_.size())
    hosts_.push_back({.waiting = std::set<Waiting, Before>(Before{order_})});
  return hosts_[id];
}

void Frontier::list(HostId id) {
  Host& h = host(id);
  if (h.ready) ready_.erase({h.listed, id});
  if (h.resting) resting_.erase({h.ready_at, id});
  h.ready = h.resting = false;
  if (h.waiting.empty() || h.under_way >= requests_per_host_) return;
  if (h.ready_at <= now_) {
    h.listed = *h.waiting.begin();
    h.listed.load = h.load;
    h.ready = true;
    ready_.insert({h.listed, id});
  } else {
    h.resting = true;
    resting_.insert({h.ready_at, id});
  }
}

void Frontier::set_order(const QueueOrder& order) {
  if (order == order_) return;
  order_ = order;
  ready_ = std::set<std::pair<Waiting, HostId>, Before>(Before{order_});
  for (HostId id = 0; id < hosts_.size(); ++id) {
    Host& h = hosts_[id];
    h.waiting = std::set<Waiting, Before>(h.waiting.begin(), h.waiting.end(), Before{order_});
    h.ready = false;
    list(id);
  }
}

// All URLs of one host have the same load; it is left at zero.
void Frontier::put(const Waiting& url, HostId host_id) {
  Host& h = host(host_id);
  Waiting waiting = url;
  waiting.load = 0;
  const auto [known, is_new] = where_.try_emplace(url.id, host_id, waiting);
  if (!is_new) {
    assert(known->second.first == host_id);
    if (known->second.second == waiting) return;
    h.waiting.erase(known->second.second);
    known->second.second = waiting;
  }
  h.waiting.insert(waiting);
  list(host_id);
}

void Frontier::erase(UrlId id) {
  const auto found = where_.find(id);
  if (found == where_.end()) return;
  const auto [host_id, waiting] = found->second;
  host(host_id).waiting.erase(waiting);
  where_.erase(found);
  list(host_id);
}

std::optional<UrlId> Frontier::best(SteadyTime now) {
  if (now > now_) now_ = now;
  while (!resting_.empty() && resting_.begin()->first <= now_) list(resting_.begin()->second);
  if (ready_.empty()) return std::nullopt;
  return ready_.begin()->first.id;
}

void Frontier::take(UrlId id) {
  const HostId host_id = where_.at(id).first;
  ++host(host_id).under_way;
  ++host(host_id).load;
  erase(id);
}

void Frontier::add_load(HostId id, std::uint32_t urls) {
  host(id).load += urls;
  list(id);
}

void Frontier::occupy(HostId id) {
  ++host(id).under_way;
  list(id);
}

// The lists are keyed by ready_at: a host is removed before its time changes.
void Frontier::release(HostId id, SteadyTime ready_at) {
  Host& h = host(id);
  assert(h.under_way > 0);
  --h.under_way;
  delay(id, ready_at);
}

void Frontier::delay(HostId id, SteadyTime ready_at) {
  Host& h = host(id);
  if (h.resting) resting_.erase({h.ready_at, id});
  h.resting = false;
  if (ready_at > h.ready_at) h.ready_at = ready_at;
  list(id);
}

SteadyTime Frontier::next_ready() const {
  if (!ready_.empty()) return now_;
  return resting_.empty() ? SteadyTime::max() : resting_.begin()->first;
}

std::optional<Waiting> Frontier::find(UrlId id) const {
  const auto found = where_.find(id);
  if (found == where_.end()) return std::nullopt;
  return found->second.second;
}

std::vector<UrlId> Frontier::all() const {
  std::vector<UrlId> ids;
  ids.reserve(where_.size());
  for (const auto& [id, place] : where_) ids.push_back(id);
  return ids;
}

}  // namespace porthole::gatherer
