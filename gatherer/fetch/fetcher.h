#pragma once

/// Fetcher: asynchronous interface for fetching URLs. start() takes a request, poll() returns
/// responses; many requests run at once.
///
/// A Fetcher does not follow redirects, does not read robots.txt and does not delay requests; the
/// gatherer does. It enforces the limits of every single request: time, size, allowed addresses and
/// protocols.
///
/// Source: limits of reliability (docs/limits.md); RFC 9110, RFC 9112.
/// Thread safety: one thread.

#include <poll.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/plugin_record.h"
#include "base/url/url.h"
#include "repository/url_state.h"

namespace porthole::gatherer {

/// The validators of a document: its server is asked by them whether it has changed (RFC
/// 9110, 8.8).
struct Validators {
  std::string etag, last_modified;
  bool empty() const { return etag.empty() && last_modified.empty(); }
};

/// The values of ETag and Last-Modified, without those that may not stand in the head of a request:
/// anything but one line of printable ASCII.
inline Validators validators_of(std::string etag, std::string last_modified) {
  const auto is_printable = [](char c) { return c >= 0x20 && c < 0x7F; };
  for (std::string* value : {&etag, &last_modified})
    if (!std::ranges::all_of(*value, is_printable)) value->clear();
  return {std::move(etag), std::move(last_modified)};
}

struct FetchRequest {
  std::uint64_t ticket = 0;  ///< Copied into the response.
  Url url;
  std::string etag;                   ///< If-None-Match when not empty.
  std::string last_modified;          ///< If-Modified-Since when not empty.
  std::int64_t body_limit = 4 << 20;  ///< Bytes after content decoding; a longer body is cut there.
};

/// The outcome of a request. All outcomes but kExhausted are ordinary data of a crawl.
enum class FetchStatus : std::uint8_t {
  kAnswer,         ///< A complete response, with any HTTP status.
  kUnresolvable,   ///< The host name has no address: final.
  kForbidden,      ///< The address or protocol is not allowed: final.
  kConnectFailed,  ///< Refused or unreachable: retry.
  kTimeout,        ///< Connect, first byte, whole transfer, or low speed: retry.
  kTlsFailed,      ///< Certificate or handshake: final; `detail` says why.
  kBroken,         ///< Reset, short body, bad framing: retry.
  kDecodeFailed,   ///< Unknown or corrupt content encoding, or a decompression bomb: final.
  kMalformed,      ///< Too many or too large headers, an invalid head or status: final.
  kExhausted,      ///< This process has no file descriptors left: the crawl ends.
};
/// True for the outcomes that a retry may change.
bool worth_retrying(FetchStatus status);

struct FetchResponse {
  std::uint64_t ticket = 0;
  FetchStatus status = FetchStatus::kAnswer;
  std::string detail;  ///< For people: "connection refused".
  int http_status = 0;
  /// Names in lower case with their values, in order of arrival, of the final response (not of
  /// 1xx).
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;  ///< After content decoding, at most body_limit.
  bool truncated = false;
  bool broke_off = false;    ///< It ended before its end, or in a corrupt coding: `body` is a part.
  std::string request_head;  ///< As sent, with the final CR LF.
  std::string response_head;  ///< As received, with the final CR LF.
  std::string raw_body;       ///< Dechunked, not yet decoded; "" when the same as body.
  std::string address;        ///< The server's address; "" from a recorded web.
  WallTime started{};
  std::chrono::milliseconds took{0};

  /// Value of the first header `name` (lower case), "" when absent.
  std::string_view header(std::string_view name) const;
};

class Fetcher {
 public:
  virtual ~Fetcher() = default;

  /// Takes a request. A later poll() returns its response.
  virtual void start(FetchRequest request) = 0;

  /// Number of requests without a response so far.
  virtual int under_way() const = 0;

  /// Waits at most `timeout` for a response or for one of `others` (whose revents are set), and
  /// appends the completed responses. Returns at once when a response is ready.
  virtual void poll(std::chrono::milliseconds timeout, std::vector<pollfd>& others,
                    std::vector<FetchResponse>& done) = 0;

  /// Appends a record of every plug-in that failed at least once.
  virtual void plugins_in_trouble(std::vector<PluginRecord>& records) const { (void)records; }
};

using repository::DropReason;
using repository::name_of;

/// The reason (repository/url_state.h) for dropping a URL whose request that ended without a
/// response, or with an unreadable one.
DropReason reason_of(FetchStatus status);
/// The reason for any response that is not a page.
DropReason reason_of(const FetchResponse& response);

/// The owner of the site took the page away, or keeps robots from it: no failure.
bool is_taken_away(DropReason reason);

// Classification of HTTP status codes (RFC 9110, section 15).

/// True if the response carries a document, as browsers see it. 202 is a refusal, 204 and 205 have
/// none.
constexpr bool is_page(int status) {
  return status >= 200 && status < 300 && status != 202 && status != 204 && status != 205;
}

constexpr bool is_redirect(int status) {
  return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

/// 304: the response to a conditional request for an unchanged page.
inline constexpr int kNotModified = 304;

/// True if the server does not want to answer whoever asks, which says nothing of the page. 202 is
/// the answer of a challenge that is solved by a script.
constexpr bool is_refusal(int status) {
  switch (status) {
    case 202:
    case 401:
    case 403:
    case 405:
    case 406:
    case 407:
    case 418:
    case 429:
    case 451:
    case 503:
      return true;
    default:
      return false;
  }
}

/// True for a temporary overload or server error: retry later.
constexpr bool is_busy(int status) { return status == 429 || (status >= 500 && status <= 599); }

// Limits of a single request; docs/limits.md explains each figure.

/// Timeouts of one request.
struct FetchTimeouts {
  std::chrono::milliseconds connect{10'000};  ///< Name, TCP and TLS together.
  std::chrono::milliseconds first_byte{
      15'000};                              ///< From the request to the first byte of the response.
  std::chrono::milliseconds whole{60'000};  ///< From start to the last byte.
  /// A transfer slower than `low_speed` bytes a second for this long is aborted.
  std::chrono::milliseconds low_speed_window{10'000};
  std::int64_t low_speed = 256;
};

/// Maximum size of the response without its body: interim (1xx) heads, head and trailers together.
inline constexpr std::size_t kMaxHeaderBytes = 256 << 10;
inline constexpr int kMaxHeaderLines = 200;

/// Attempts to fetch a page before it is dropped.
inline constexpr int kFetchTries = 3;
/// Backoff after the first failure of a host or its robots.txt; doubled after every further one.
inline constexpr std::chrono::seconds kBackOff{30};
/// The longest that a server may have its host wait (Retry-After). A stored time that is further
/// ahead is of a clock that was wrong.
inline constexpr std::chrono::hours kMostRetryAfter{1};

/// Status codes outside of this range are invalid.
inline constexpr int kFirstFinalStatus = 200;
inline constexpr int kLastStatus = 599;

/// Maximum number of concurrent requests; further ones are queued.
inline constexpr int kMaxConnections = 256;

}  // namespace porthole::gatherer
