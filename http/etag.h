#pragma once

/// Names of answers, so that who has one need not be sent it again (RFC 9110, sections 8.8.3
/// and 13.1.2).
///
/// Thread safety: functions without state. This header is the room's own.

#include <string>
#include <string_view>

namespace porthole::http {

/// Of an answer with this body; with its quotation marks.
std::string etag_of(const std::string& body);

/// Whether the field value If-None-Match names `etag`, or is "*".
bool names_etag(std::string_view if_none_match, std::string_view etag);

}  // namespace porthole::http
