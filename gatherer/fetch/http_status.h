#pragma once

/// What the gatherer makes of an HTTP status.
///
/// Source: RFC 9110, section 15.

namespace porthole::gatherer {

/// What has a document. 204 and 205 have none, 206 only a part of one.
constexpr bool is_page(int status) { return status == 200 || status == 203; }

constexpr bool is_redirect(int status) {
  return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

/// The answer to "has it changed since?" when it has not.
inline constexpr int kNotModified = 304;

/// Asks for patience: to be tried again later.
constexpr bool is_busy(int status) { return status == 429 || (status >= 500 && status <= 599); }

}  // namespace porthole::gatherer
