#include "gatherer/fetch/routing_fetcher.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace porthole::gatherer {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

RoutingFetcher::RoutingFetcher(std::unique_ptr<Fetcher> web, std::vector<ProtocolWorker> protocols)
    : web_(std::move(web)), workers_(std::move(protocols)) {
  for (std::size_t i = 0; i < workers_.size(); ++i) {
    for (const std::string& scheme : workers_[i].protocol().schemes) {
      assert(scheme != "http" && scheme != "https" && !by_scheme_.contains(scheme));
      by_scheme_[scheme] = i;
    }
  }
}

RoutingFetcher::~RoutingFetcher() = default;

void RoutingFetcher::start(FetchRequest request) {
  const auto spoken = by_scheme_.find(request.url.scheme());
  if (spoken == by_scheme_.end()) {
    web_->start(std::move(request));
  } else {
    workers_[spoken->second].start(std::move(request));
  }
}

int RoutingFetcher::under_way() const {
  int under_way = web_->under_way();
  for (const ProtocolWorker& worker : workers_) under_way += worker.under_way();
  return under_way;
}

void RoutingFetcher::poll(milliseconds timeout, std::vector<pollfd>& others,
                          std::vector<FetchResponse>& done) {
  milliseconds wait{0};
  if (!collect(done)) {
    const SteadyTime now = steady_clock::now();
    const SteadyTime until = std::min(now + timeout, next_deadline());
    wait = std::max(milliseconds(0), std::chrono::ceil<milliseconds>(until - now));
  }
  const std::size_t theirs = others.size();
  for (const ProtocolWorker& worker : workers_) worker.add_poll_fds(others);
  web_->poll(wait, others, done);
  others.resize(theirs);
  collect(done);
}

void RoutingFetcher::plugins_in_trouble(std::vector<PluginRecord>& records) const {
  for (const ProtocolWorker& worker : workers_) {
    for (PluginRecord& record : worker.health().in_trouble()) {
      records.push_back(std::move(record));
    }
  }
}

bool RoutingFetcher::collect(std::vector<FetchResponse>& done) {
  const std::size_t before = done.size();
  for (ProtocolWorker& worker : workers_) worker.collect(done);
  return done.size() > before;
}

SteadyTime RoutingFetcher::next_deadline() const {
  SteadyTime next = SteadyTime::max();
  for (const ProtocolWorker& worker : workers_) next = std::min(next, worker.deadline());
  return next;
}

}  // namespace porthole::gatherer
