#include "gatherer/routing_fetcher.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace porthole::gatherer {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

RoutingFetcher::RoutingFetcher(std::unique_ptr<Fetcher> web, std::vector<Protocol> protocols,
                               milliseconds patience)
    : web_(std::move(web)), wake_(std::make_shared<WakeUp>()) {
  for (Protocol& protocol : protocols) {
    const std::vector<std::string> schemes = protocol.schemes;
    workers_.push_back(std::make_unique<ProtocolWorker>(std::move(protocol), patience, wake_));
    for (const std::string& scheme : schemes) {
      assert(scheme != "http" && scheme != "https" && !by_scheme_.contains(scheme));
      by_scheme_[scheme] = workers_.back().get();
    }
  }
}

RoutingFetcher::~RoutingFetcher() = default;

void RoutingFetcher::start(FetchRequest request) {
  const auto spoken = by_scheme_.find(request.url.scheme());
  if (spoken == by_scheme_.end()) {
    web_->start(std::move(request));
  } else {
    spoken->second->start(std::move(request));
  }
}

int RoutingFetcher::under_way() const {
  int under_way = web_->under_way();
  for (const auto& worker : workers_) under_way += worker->under_way();
  return under_way;
}

void RoutingFetcher::poll(milliseconds timeout, std::vector<pollfd>& others,
                          std::vector<FetchResponse>& done) {
  // Cleared before it is looked at: what is answered after that signals again.
  wake_->clear();
  milliseconds wait{0};
  if (!collect(done)) {
    const SteadyTime now = steady_clock::now();
    const SteadyTime until = std::min(now + timeout, next_deadline());
    wait = std::max(milliseconds(0), std::chrono::ceil<milliseconds>(until - now));
  }
  others.push_back({wake_->descriptor(), POLLIN, 0});
  web_->poll(wait, others, done);
  others.pop_back();
  collect(done);
}

bool RoutingFetcher::collect(std::vector<FetchResponse>& done) {
  const std::size_t before = done.size();
  for (const auto& worker : workers_) worker->collect(steady_clock::now(), done);
  return done.size() > before;
}

SteadyTime RoutingFetcher::next_deadline() const {
  SteadyTime next = SteadyTime::max();
  for (const auto& worker : workers_) next = std::min(next, worker->deadline());
  return next;
}

}  // namespace porthole::gatherer
