#pragma once

/// Validates the head of an HTTP request.
///
/// Accepted are GET and HEAD of a path, or of an absolute URL of this server, HTTP/1.0 and 1.1,
/// with one Host of this server, without body, line folding, control characters and RFC 2047 words
/// (which readers of logs may decode to line breaks); POST with a Content-Length where bodies are
/// taken. Source: RFC 9112, sections 2.2, 3, 5, 6; RFC 9110, section 7.2.
///
/// Not Poco's: HTTPRequest 1.11 waits in a stream for more, and accepts bare line feeds, folded
/// lines, spaces before a colon and two lengths, by which requests are hidden in others.
///
/// Thread safety: functions without state.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace porthole::http {

inline constexpr std::size_t kMaxRequestLine =
    8192;  ///< Bytes with its CRLF; a query of 2 KiB, percent-encoded, has 6 KiB.
inline constexpr std::size_t kMaxHead = 12 << 10;  ///< Bytes of request line and fields.
inline constexpr std::size_t kMaxFields = 64;

enum class HeadState {
  kIncomplete,  ///< Valid so far; more bytes are needed.
  kGood,
  kBad,
};

struct HeadVerdict {
  HeadState state = HeadState::kIncomplete;
  int status = 0;                ///< For kBad: the HTTP status to answer with.
  std::size_t head = 0;          ///< For kGood: bytes of the head with its empty line.
  std::size_t body = 0;          ///< For kGood: bytes of the body behind it.
  bool ends_connection = false;  ///< For kGood: what follows the head cannot be read.
};

/// `bytes`: all received so far. `hosts`: accepted Host names besides localhost and address
/// literals, which DNS rebinding cannot use. `max_body`: bytes of the longest body of a POST; 0 =
/// POST is refused (405).
HeadVerdict judge_head(std::string_view bytes, const std::vector<std::string>& hosts,
                       std::size_t max_body = 0);

}  // namespace porthole::http
