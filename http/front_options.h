#pragma once

/// Where a front (front.h) listens, and its limits.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace porthole::http {

struct FrontOptions {
  std::string address = "127.0.0.1";  ///< An IP address, not a name: "::1", "0.0.0.0", ...
  std::uint16_t port = 0;             ///< 0 = any free port.
  int threads = 32;                   ///< Requests answered at a time.
  int queued = 128;                   ///< Complete requests that wait for a thread; 503 above.
  int connections = 16'384;  ///< Open at a time; fewer when the limit on open files is lower.
  int per_peer = 16;         ///< Connections of one address; 503 above.
  int per_loopback = 0;      ///< The same for loopback, where a proxy may run; 0 = no limit.
  /// Addresses and networks of proxies in front ("127.0.0.1", "10.0.0.0/8"). They have no limit of
  /// connections; the limits above hold for the requests of each client that they name in
  /// X-Forwarded-For or Forwarded (forwarded.h).
  std::vector<std::string> proxies{};

  std::chrono::milliseconds head_time{5000};       ///< For a whole head, and for a body.
  std::chrono::milliseconds idle_time{15'000};     ///< From an answer to the next request.
  std::chrono::milliseconds answer_time{120'000};  ///< For a whole answer.
  std::chrono::milliseconds slow_time{10'000};     ///< An answer has no least rate before.
  std::size_t least_rate = 8192;        ///< Bytes a second from the beginning, after slow_time.
  std::size_t unread_bytes = 32 << 20;  ///< All requests that are not complete.
  std::size_t unsent_bytes = 64 << 20;  ///< All answers that wait to be read.
  std::chrono::milliseconds stop_time{3000};  ///< For answers under way when it stops.
};

}  // namespace porthole::http
