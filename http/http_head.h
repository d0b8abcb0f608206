#pragma once

/// Validates the head of an HTTP request before Poco parses it.
///
/// Poco 1.11 decodes RFC 2047 words in header values (so that a line break can hide in one), takes
/// any version and does not require a Host. Accepted are GET and HEAD in origin form, HTTP/1.0
/// and 1.1, with one Host of this server, without body, line folding and control characters.
/// Source: RFC 9112, sections 2.2, 3, 5, 6; RFC 9110, section 7.2.
///
/// Thread safety: functions without state.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace porthole::http {

inline constexpr std::size_t kMaxRequestLine =
    8192;  ///< Bytes with its CRLF; a query of 2 KiB, percent-encoded, has 6 KiB.
inline constexpr std::size_t kMaxHead =
    kMaxRequestLine + 8192;  ///< Bytes of request line and fields.
inline constexpr std::size_t kMaxFields = 64;

enum class HeadState {
  kIncomplete,  ///< Valid so far; more bytes are needed.
  kGood,
  kBad,
};

struct HeadVerdict {
  HeadState state = HeadState::kIncomplete;
  int status = 0;  ///< For kBad: the HTTP status to answer with.
};

/// `bytes`: all received so far. `hosts`: accepted Host names besides localhost and address
/// literals, which DNS rebinding cannot use.
HeadVerdict judge_head(std::string_view bytes, const std::vector<std::string>& hosts);

}  // namespace porthole::http
