#pragma once

/// The Fetcher that speaks to the web: HTTP/1.1 over TCP and TLS, many transfers in one event loop.
///
/// It keeps connections alive and sends no credential, no cookie and no conditional header that was
/// not asked for; it reads no proxy from the environment. Certificates are verified. Content
/// codings gzip, deflate and br are undone here (archive/content_decoder.h), one layer, so that the
/// bytes as received are known to the archive.
///
///   CurlFetcherOptions options;
///   options.user_agent = "porthole/1.0 (+https://example.org/bot.html)";
///   options.address_allowed = [&](const sockaddr* a, socklen_t n, std::string& why) { ... };
///   CurlFetcher fetcher(options);
///   fetcher.start({.ticket = 1, .url = *Url::parse("https://example.org/")});
///   while (fetcher.under_way() > 0) fetcher.poll(1s, others, done);
///
/// With a gateway, every http and https request goes to the gateway's address in clear, Host and
/// path as they are, with `X-Forwarded-Proto: https` where the URL says https. An answer 502 that
/// carries `X-Webbox: unknown-host` then means that the host does not exist (kUnresolvable).
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
