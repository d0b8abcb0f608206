#include "gatherer/fetch/frontier.h"

#include <algorithm>
#include <cassert>

namespace porthole::gatherer {

namespace {

constexpr std::uint32_t kMostHops = 65'535, kMostTries = 255;

}  // namespace

Frontier::Host& Frontier::host(HostId id) {
  if (id >= hosts_.size()) hosts_.resize(id + 1);
  return hosts_[id];
}

void Frontier::list(HostId id) {
  Host& h = host(id);
  const bool may_be_asked = !h.heap.empty() && h.under_way < requests_per_host_;
  Waiting first;
  if (may_be_asked && h.ready_at <= now_) {
    first = waiting(h.heap.front());
    first.load = h.load;
    if (h.ready && first == h.listed) return;
  }
  if (h.ready) ready_.erase({h.listed, id});
  if (h.resting) resting_.erase({h.ready_at, id});
  h.ready = h.resting = false;
  if (!may_be_asked) return;
  if (h.ready_at <= now_) {
    h.listed = first;
    h.ready = true;
    ready_.insert({h.listed, id});
  } else {
    h.resting = true;
    resting_.insert({h.ready_at, id});
  }
}

Waiting Frontier::waiting(std::uint32_t id) const {
  const Place& place = places_[index(id)];
  return {.id = id,
          .relevance = relevances_[index(id)],
          .tries = place.tries,
          .hops = place.hops,
          .precedence = place.precedence};
}

// All URLs of one host have the same load, which is left at zero here.
bool Frontier::goes_before(std::uint32_t a, std::uint32_t b) const {
  return order_.before(waiting(a), waiting(b));
}

void Frontier::move(Host& host, std::uint32_t id, std::size_t place) {
  host.heap[place] = id;
  places_[index(id)].place = static_cast<std::uint32_t>(place);
}

void Frontier::rise(Host& host, std::size_t place) {
  const std::uint32_t id = host.heap[place];
  while (place > 0 && goes_before(id, host.heap[(place - 1) / 2])) {
    move(host, host.heap[(place - 1) / 2], place);
    place = (place - 1) / 2;
  }
  move(host, id, place);
}

void Frontier::sink(Host& host, std::size_t place) {
  const std::uint32_t id = host.heap[place];
  const std::size_t size = host.heap.size();
  for (std::size_t child = 2 * place + 1; child < size; child = 2 * place + 1) {
    if (child + 1 < size && goes_before(host.heap[child + 1], host.heap[child])) ++child;
    if (!goes_before(host.heap[child], id)) break;
    move(host, host.heap[child], place);
    place = child;
  }
  move(host, id, place);
}

void Frontier::set_order(const QueueOrder& order) {
  if (order == order_) return;
  order_ = order;
  arrange();
}

void Frontier::end_filling() {
  filling_ = false;
  arrange();
}

void Frontier::arrange() {
  ready_ = std::set<std::pair<Waiting, HostId>, Before>(Before{order_});
  for (HostId id = 0; id < hosts_.size(); ++id) {
    Host& h = hosts_[id];
    for (std::size_t place = h.heap.size() / 2; place-- > 0;) sink(h, place);
    h.ready = false;
    list(id);
  }
}

void Frontier::put(const Waiting& url, HostId host_id) {
  assert(url.id > 0);
  if (index(url.id) >= places_.size()) {
    places_.resize(index(url.id) + 1);
    relevances_.resize(index(url.id) + 1);
  }
  Place& known = places_[index(url.id)];
  double& relevance = relevances_[index(url.id)];
  const Place wanted{.host = host_id,
                     .place = known.place,
                     .hops = static_cast<std::uint16_t>(std::min(url.hops, kMostHops)),
                     .tries = static_cast<std::uint8_t>(std::min(url.tries, kMostTries)),
                     .precedence = static_cast<std::int8_t>(url.precedence)};
  if (contains(url.id) && known == wanted && relevance == url.relevance) return;
  assert(!contains(url.id) || known.host == host_id);
  known = wanted;
  relevance = url.relevance;
  Host& h = host(host_id);
  if (known.place == kNowhere) {
    ++size_;
    known.place = static_cast<std::uint32_t>(h.heap.size());
    h.heap.push_back(static_cast<std::uint32_t>(url.id));
  } else if (!filling_) {
    sink(h, known.place);
  }
  if (filling_) return;
  rise(h, known.place);
  list(host_id);
}

// The last URL of the heap takes the place that becomes free.
void Frontier::erase(UrlId id) {
  if (!contains(id)) return;
  Place& from = places_[index(id)];
  Host& h = host(from.host);
  const std::uint32_t last = h.heap.back();
  h.heap.pop_back();
  if (last != id) {
    const std::size_t place = from.place;
    move(h, last, place);
    if (!filling_) {
      sink(h, place);
      rise(h, places_[index(last)].place);
    }
  }
  from.place = kNowhere;
  --size_;
  if (!filling_) list(from.host);
}

bool Frontier::contains(UrlId id) const {
  return index(id) < places_.size() && places_[index(id)].place != kNowhere;
}

std::optional<UrlId> Frontier::best(SteadyTime now) {
  if (now > now_) now_ = now;
  while (!resting_.empty() && resting_.begin()->first <= now_) list(resting_.begin()->second);
  if (ready_.empty()) return std::nullopt;
  return ready_.begin()->first.id;
}

void Frontier::take(UrlId id) {
  const HostId host_id = places_.at(index(id)).host;
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
  if (!contains(id)) return std::nullopt;
  return waiting(static_cast<std::uint32_t>(id));
}

std::vector<UrlId> Frontier::all() const {
  std::vector<UrlId> ids;
  ids.reserve(size_);
  for (const Host& h : hosts_) ids.insert(ids.end(), h.heap.begin(), h.heap.end());
  return ids;
}

void AddressGroups::learn(HostId host, const std::string& address) {
  if (address.empty()) return;
  std::string& known = address_of_[host];
  if (known == address) return;
  if (!known.empty()) std::erase(hosts_at_[known], host);
  known = address;
  hosts_at_[address].push_back(host);
}

std::vector<HostId> AddressGroups::neighbours(HostId host) const {
  const auto address = address_of_.find(host);
  if (address == address_of_.end()) return {};
  std::vector<HostId> others = hosts_at_.at(address->second);
  std::erase(others, host);
  return others;
}

void Postponed::put(UrlId id, SteadyTime ready_at) {
  erase(id);
  where_.emplace(id, waiting_.emplace(ready_at, id));
}

void Postponed::erase(UrlId id) {
  const auto found = where_.find(id);
  if (found == where_.end()) return;
  waiting_.erase(found->second);
  where_.erase(found);
}

std::vector<Postponed::UrlId> Postponed::take_due(SteadyTime now) {
  std::vector<UrlId> due;
  while (!waiting_.empty() && waiting_.begin()->first <= now) {
    due.push_back(waiting_.begin()->second);
    where_.erase(due.back());
    waiting_.erase(waiting_.begin());
  }
  return due;
}

}  // namespace porthole::gatherer
