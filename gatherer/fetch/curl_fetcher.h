#pragma once

/// CurlFetcher: the HTTP client of the crawler, built on libcurl's multi interface. HTTP/1.1 over
/// TCP and TLS, many transfers in one event loop.
///
/// It reuses connections (keep-alive) and verifies certificates. It sends no credentials, no
/// cookies and no conditional headers unless asked to, and ignores proxy settings of the
/// environment. The content codings gzip, deflate and br are decoded here
/// (archive/content_decoder.h), one layer, so that the archive can store the bytes as received.
///
///   CurlFetcherOptions options;
///   options.user_agent = "porthole/1.0 (+https://example.org/bot.html)";
///   options.address_allowed = [&](const sockaddr* a, socklen_t n, std::string& why) { ... };
///   CurlFetcher fetcher(options);
///   fetcher.start({.ticket = 1, .url = *Url::parse("https://example.org/")});
///   while (fetcher.under_way() > 0) fetcher.poll(1s, others, done);
///
/// With a gateway, every http and https request is sent to the gateway's address in clear text,
/// with unchanged Host and path, and with `X-Forwarded-Proto: https` where the URL is https. A 502
/// response with `X-Webbox: unknown-host` means that the host does not exist (kUnresolvable).
///
/// Source: RFC 9110, RFC 9112; docs/limits.md.
/// Thread safety: one thread. Constructing one makes the process ignore SIGPIPE.

#include <chrono>
#include <memory>
#include <vector>

#include "gatherer/fetch/curl_options.h"
#include "gatherer/fetch/fetcher.h"

namespace porthole::gatherer {

class CurlFetcher : public Fetcher {
 public:
  explicit CurlFetcher(CurlFetcherOptions options);
  ~CurlFetcher() override;
  CurlFetcher(const CurlFetcher&) = delete;
  CurlFetcher& operator=(const CurlFetcher&) = delete;

  void start(FetchRequest request) override;
  int under_way() const override;
  void poll(std::chrono::milliseconds timeout, std::vector<pollfd>& others,
            std::vector<FetchResponse>& done) override;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace porthole::gatherer
