#pragma once

/// What a single request may cost us. docs/limits.md explains each figure; all can be set.

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace porthole::gatherer {

/// Limits on the time of one request.
struct FetchTimeouts {
  std::chrono::milliseconds connect{10'000};  ///< Name, TCP and TLS together.
  std::chrono::milliseconds first_byte{
      15'000};                              ///< From the request to the first byte of an answer.
  std::chrono::milliseconds whole{60'000};  ///< All of it, from start to the last byte.
  /// A transfer is ended when it brings less than `low_speed` bytes a second over this long.
  std::chrono::milliseconds low_speed_window{10'000};
  std::int64_t low_speed = 256;
};

/// Bytes and lines of an answer that are not its body: interim (1xx) heads, head and trailers
/// together.
inline constexpr std::size_t kMaxHeaderBytes = 256 << 10;
inline constexpr int kMaxHeaderLines = 200;

/// How often a page is asked for before it is given up.
inline constexpr int kTries = 3;
/// The pause after a first failure, of a host or its robots.txt; doubled with every further one.
inline constexpr std::chrono::seconds kBackOff{30};

/// An answer with a status outside of these is no answer.
inline constexpr int kFirstFinalStatus = 200;
inline constexpr int kLastStatus = 599;

/// Requests on the wire at once; what is started beyond waits its turn.
inline constexpr int kMaxConnections = 256;

}  // namespace porthole::gatherer
