#pragma once

/// Classification of HTTP status codes for the gatherer.
///
/// Source: RFC 9110, section 15.

namespace porthole::gatherer {

/// True if the response carries a document. 204 and 205 have none, 206 has only a part of one.
constexpr bool is_page(int status) { return status == 200 || status == 203; }

constexpr bool is_redirect(int status) {
  return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

/// 304: the response to a conditional request for an unchanged page.
inline constexpr int kNotModified = 304;

/// True for a temporary overload or server error: retry later.
constexpr bool is_busy(int status) { return status == 429 || (status >= 500 && status <= 599); }

}  // namespace porthole::gatherer
