#pragma once

/// Serialises JSON with HTML metacharacters escaped, and what printable_json() escapes.

#include <string>

#include "base/json/json.h"

namespace porthole::search {

using nlohmann::ordered_json;

/// Invalid UTF-8 is replaced. Thread safety: any thread.
std::string json_text(const ordered_json& value);

inline constexpr int kDeepestJson = 32;

/// Reads JSON that a client has sent. The value is_discarded() when it is not JSON, or nested
/// deeper than kDeepestJson: copies and writers of deeper values would use up the stack.
nlohmann::json read_client_json(std::string_view text);

}  // namespace porthole::search
