#pragma once

/// Classification of HTTP status codes for the gatherer.
///
/// Source: RFC 9110, section 15.

namespace porthole::gatherer {

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

}  // namespace porthole::gatherer
