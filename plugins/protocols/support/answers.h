#pragma once

/// Builds simple responses. Thread safety: all functions, any thread.

#include <string>
#include <string_view>

#include "plugins/protocol_handler.h"

namespace porthole {

/// `status` with `why` as its text.
ProtocolAnswer refusal(int status, std::string why);
/// 301 to `url`.
ProtocolAnswer moved_to(std::string url);
/// 200 with `body`, cut at `limit`.
ProtocolAnswer document(std::string content_type, std::string body, std::int64_t limit);

/// The media type for a file name's suffix; "application/octet-stream", which lets the bytes
/// decide, if it is unknown.
std::string_view content_type_of(std::string_view name);

/// The value of `name` in a query (a=1&b=2), percent-decoded; "" if missing.
std::string query_value(std::string_view query, std::string_view name);
/// As query_value(), as an integer >= 0; `otherwise` if missing or invalid.
std::int64_t query_number(std::string_view query, std::string_view name, std::int64_t otherwise);

}  // namespace porthole
