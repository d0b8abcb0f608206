#pragma once

/// Limits of a single request: time, bytes, retries. docs/limits.md explains each figure; all can
/// be configured.

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace porthole::gatherer {

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
inline constexpr int kTries = 3;
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
