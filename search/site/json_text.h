#pragma once

/// Serialises JSON with HTML metacharacters escaped, and what printable_json() escapes.

#include <nlohmann/json.hpp>
#include <string>

namespace porthole::search {

using nlohmann::ordered_json;

/// Invalid UTF-8 is replaced. Thread safety: any thread.
std::string json_text(const ordered_json& value);

}  // namespace porthole::search
