#pragma once

/// Where a server (server.h) listens, which requests it takes, and its limits.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "http/http_head.h"

namespace porthole::http {

struct ServerOptions {
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

  std::vector<std::string>
      hosts{};  ///< Names a Host field may have besides localhost and addresses.
  /// Scheme and host that readers use, "https://search.example.org": the origin of every request.
  /// "" = http and the Host field of the request. X-Forwarded-Proto and -Host are never read, since
  /// any client can send them.
  std::string public_origin{};
  std::size_t max_body = 0;  ///< Bytes of a POST's body; 0 = POST is refused (405).
  /// Judges the bytes received so far of a request, in the place of judge_head() with `hosts` and
  /// `max_body`. Called in the loop for every piece that arrives: it must be quick.
  std::function<HeadVerdict(std::string_view)> judge{};

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
