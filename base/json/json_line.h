#pragma once

/// One JSON value on one line; invalid UTF-8 in it becomes U+FFFD. Characters that a terminal obeys
/// (DEL, C1) or that turn the direction of a text are written as \uXXXX, as JSON writes C0.

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace porthole {

/// The line with its line feed.
std::string json_line(const nlohmann::ordered_json& value);

}  // namespace porthole
