#pragma once

/// A Fetcher without a network: it answers at once what a test put there, and notes what was asked
/// for and when by a ManualClock. Any other URL is answered 404.
///
///   ScriptedFetcher web(clock);
///   web.answer("http://a.test/busy", 503, {{"retry-after", "300"}});
///   web.then("http://a.test/busy", 200);
///
/// Thread safety: one thread.

#include <algorithm>
#include <chrono>
#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "gatherer/fetch/fetcher.h"
#include "tests/support/manual_clock.h"

namespace porthole::testing {

class ScriptedFetcher final : public gatherer::Fetcher {
 public:
  using Headers = std::vector<std::pair<std::string, std::string>>;
  struct Asked {
    std::string url;
    std::chrono::milliseconds at{0};
    friend bool operator==(const Asked&, const Asked&) = default;
  };

  explicit ScriptedFetcher(const ManualClock& clock) : clock_(clock) {}

  /// The next answer to `url`; the last that was put there stays.
  void answer(const std::string& url, int status, Headers headers = {}, std::string body = {}) {
    gatherer::FetchResponse response;
    response.http_status = status;
    response.response_head = head_of(status, headers);
    response.headers = std::move(headers);
    response.body = std::move(body);
    answers_[url].push_back(std::move(response));
  }
  /// The content coding of the answer to `url` ends in the middle.
  void break_off(const std::string& url, std::string part) {
    answer(url, 200, {{"content-type", "text/html"}}, std::move(part));
    answers_[url].back().truncated = answers_[url].back().broke_off = true;
  }
  void then(const std::string& url, int status) { answer(url, status); }
  /// The next request for `url` ends without an answer.
  void fail(const std::string& url, gatherer::FetchStatus status) {
    gatherer::FetchResponse response;
    response.status = status;
    response.detail = "of the test";
    answers_[url].push_back(std::move(response));
  }
  void put_host_at(const std::string& host, const std::string& address) {
    addresses_[host] = address;
  }

  const std::vector<Asked>& asked() const { return asked_; }
  /// When `url` was asked for, each time.
  std::vector<std::chrono::milliseconds> times(const std::string& url) const {
    std::vector<std::chrono::milliseconds> times;
    for (const Asked& asked : asked_) {
      if (asked.url == url) times.push_back(asked.at);
    }
    return times;
  }
  /// The shortest time between two requests, of those for which `counts`.
  template <class Counts>
  std::chrono::milliseconds shortest_pause(const Counts& counts) const {
    auto shortest = std::chrono::milliseconds::max();
    const Asked* last = nullptr;
    for (const Asked& asked : asked_) {
      if (!counts(asked.url)) continue;
      if (last != nullptr) shortest = std::min(shortest, asked.at - last->at);
      last = &asked;
    }
    return shortest;
  }

  void start(gatherer::FetchRequest request) override {
    asked_.push_back({request.url.href(), clock_.passed()});
    waiting_.push_back(std::move(request));
  }
  int under_way() const override { return static_cast<int>(waiting_.size()); }
  void poll(std::chrono::milliseconds, std::vector<pollfd>&,
            std::vector<gatherer::FetchResponse>& done) override {
    for (const gatherer::FetchRequest& request : waiting_) done.push_back(response_to(request));
    waiting_.clear();
  }

 private:
  /// As it is archived; an answer without a head is not.
  static std::string head_of(int status, const Headers& headers) {
    std::string head = "HTTP/1.1 " + std::to_string(status) + " \r\n";
    for (const auto& [name, value] : headers) head += name + ": " + value + "\r\n";
    return head + "\r\n";
  }

  gatherer::FetchResponse response_to(const gatherer::FetchRequest& request) {
    gatherer::FetchResponse response;
    response.http_status = 404;
    response.response_head = head_of(404, {});
    std::deque<gatherer::FetchResponse>& answers = answers_[request.url.href()];
    if (!answers.empty()) response = answers.front();
    if (answers.size() > 1) answers.pop_front();
    response.ticket = request.ticket;
    response.address = addresses_[std::string(request.url.host())];
    return response;
  }

  const ManualClock& clock_;
  std::map<std::string, std::deque<gatherer::FetchResponse>> answers_;
  std::map<std::string, std::string> addresses_;  // by host
  std::vector<gatherer::FetchRequest> waiting_;
  std::vector<Asked> asked_;
};

}  // namespace porthole::testing
