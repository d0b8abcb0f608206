#pragma once

/// Durations as people write them: "90s", "15m", "2h", "7d".

#include <chrono>
#include <optional>
#include <string_view>

namespace porthole {

/// Parses a number of seconds, minutes, hours or days, such as "1.5h", up to a million of them;
/// absent for anything else.
std::optional<std::chrono::milliseconds> parse_duration(std::string_view text);

}  // namespace porthole
