#pragma once

/// Helpers for tests of fetchers: send a request, return its response.

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "gatherer/fetch/curl_fetcher.h"
#include "gatherer/fetch/fetcher.h"

namespace porthole::testing {

/// Options of a fetcher that may connect to a SiteServer.
inline gatherer::CurlFetcherOptions curl_options() {
  gatherer::CurlFetcherOptions options;
  options.user_agent = "porthole-test/1.0 (+https://example.org/bot)";
  return options;
}

inline gatherer::FetchRequest request_for(const std::string& url, std::uint64_t ticket = 1) {
  gatherer::FetchRequest request;
  request.ticket = ticket;
  request.url = Url::parse(url).value();
  return request;
}

/// Polls until no request is in flight; returns the responses by ticket.
inline std::map<std::uint64_t, gatherer::FetchResponse> drain(gatherer::Fetcher& fetcher) {
  std::map<std::uint64_t, gatherer::FetchResponse> answers;
  std::vector<pollfd> others;
  while (fetcher.under_way() > 0) {
    std::vector<gatherer::FetchResponse> done;
    fetcher.poll(std::chrono::minutes(1), others, done);
    for (gatherer::FetchResponse& response : done)
      answers.emplace(response.ticket, std::move(response));
  }
  return answers;
}

inline gatherer::FetchResponse fetch(gatherer::Fetcher& fetcher, gatherer::FetchRequest request) {
  const std::uint64_t ticket = request.ticket;
  fetcher.start(std::move(request));
  return drain(fetcher).at(ticket);
}

inline gatherer::FetchResponse fetch(gatherer::Fetcher& fetcher, const std::string& url) {
  return fetch(fetcher, request_for(url));
}

/// Fetches with a new CurlFetcher.
inline gatherer::FetchResponse fetch(const std::string& url,
                                     gatherer::CurlFetcherOptions options = curl_options()) {
  gatherer::CurlFetcher fetcher(std::move(options));
  return fetch(fetcher, url);
}

}  // namespace porthole::testing
