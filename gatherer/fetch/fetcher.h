#pragma once

/// Fetches: one request in, one answer out, many under way at once.
///
/// A Fetcher follows no redirect, asks no robots.txt and knows no politeness: that is the gatherer's.
/// It enforces what must hold for every single request: limits on time and size, the addresses that
/// may be connected to, and the protocols that may be spoken.
///
/// Source: limits of reliability (docs/limits.md); RFC 9110, RFC 9112.
/// Thread safety: one thread.

#include <poll.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/plugin_record.h"
#include "base/url/url.h"

namespace porthole::gatherer {

struct FetchRequest {
  std::uint64_t ticket = 0;          ///< Comes back with the answer.
  Url url;
  std::string etag;                  ///< If-None-Match when not empty.
  std::string last_modified;         ///< If-Modified-Since when not empty.
  std::int64_t body_limit = 4 << 20; ///< Bytes after content decoding; a longer body is cut there.
};

/// How a request ended. Everything but kAnswer is the web being the web, too.
enum class FetchStatus : std::uint8_t {
  kAnswer,         ///< A complete answer with an HTTP status (any).
  kUnresolvable,   ///< The name has no address: final.
  kForbidden,      ///< The address or protocol may not be spoken to: final.
  kConnectFailed,  ///< Refused or unreachable: retry.
  kTimeout,        ///< Connect, first byte, whole transfer, or low speed: retry.
  kTlsFailed,      ///< Certificate or handshake: final, reason kept.
  kBroken,         ///< Reset, short body, bad framing: retry.
  kDecodeFailed,   ///< Unknown or corrupt content encoding, or a decompression bomb: final.
  kMalformed,      ///< Too many or too large headers, a head or status that makes no sense: final.
  kExhausted,  ///< No descriptor is left to connect with: the trouble is ours, and the crawl ends.
};
/// "answer", "unresolvable", "forbidden-address", "connect-failed", ...
const char* fetch_status_name(FetchStatus status);
/// True for the outcomes that a later try may change.
bool worth_retrying(FetchStatus status);

struct FetchResponse {
  std::uint64_t ticket = 0;
  FetchStatus status = FetchStatus::kAnswer;
  std::string detail;                ///< For people: "connection refused", "certificate has expired".
  int http_status = 0;
  /// Name in lower case and value, in order of arrival, of the final answer (not of 1xx).
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;                  ///< After content decoding, at most body_limit.
  bool truncated = false;
  std::string request_head;          ///< As sent, with the final CR LF.
  std::string response_head;         ///< As received, with the final CR LF.
  std::string raw_body;              ///< As received after chunking, before content decoding; "" when the same as body.
  std::string address;               ///< That was connected to; "" from a recorded web.
  WallTime started{};
  std::chrono::milliseconds took{0};

  /// Value of the first header `name` (lower case), "" when absent.
  std::string_view header(std::string_view name) const;
};

class Fetcher {
 public:
  virtual ~Fetcher() = default;

  /// Takes a request. The answer comes from a later poll().
  virtual void start(FetchRequest request) = 0;

  /// Requests taken and not yet answered.
  virtual int under_way() const = 0;

  /// Waits at most `timeout` for an answer or for one of `others` (whose revents are set), and
  /// appends the answers that are complete. Returns at once when an answer is waiting.
  virtual void poll(std::chrono::milliseconds timeout, std::vector<pollfd>& others,
                    std::vector<FetchResponse>& done) = 0;

  /// Appends the plug-ins that failed at least once.
  virtual void plugins_in_trouble(std::vector<PluginRecord>& records) const { (void)records; }
};

}  // namespace porthole::gatherer
