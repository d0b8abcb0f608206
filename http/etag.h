#pragma once

/// ETags and If-None-Match (RFC 9110, sections 8.8.3 and 13.1.2).
///
/// Thread safety: functions without state.

#include <string>
#include <string_view>

namespace porthole::http {

/// The ETag of a response with this body, with its quotation marks.
std::string etag_of(const std::string& body);

/// True when the field value If-None-Match contains `etag`, or is "*".
bool names_etag(std::string_view if_none_match, std::string_view etag);

}  // namespace porthole::http
