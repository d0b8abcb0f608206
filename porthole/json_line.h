#pragma once

/// One JSON value on one line of standard output; invalid UTF-8 in it becomes U+FFFD.

#include <nlohmann/json_fwd.hpp>

namespace porthole::cli {

void print_json(const nlohmann::ordered_json& value);

}  // namespace porthole::cli
