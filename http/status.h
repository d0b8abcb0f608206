#pragma once

/// HTTP statuses and their reason phrases (RFC 9110, section 15).
///
/// Thread safety: functions without state.

#include <string_view>

namespace porthole::http {

inline constexpr int kNotModified = 304;

/// "Not Found" for 404 and so on; "Error" for a status that this program never sends.
std::string_view reason_phrase(int status);

}  // namespace porthole::http
