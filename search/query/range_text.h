#pragma once

/// Parses ranges of numbers and dates in queries.
///
///   800       exactly        640..1920  640..  ..1920       from and to, both included
///   >800  >=800  <800  <=800
///   10k  1.5m  2g            thousands, millions, thousand millions; kb and KiB as well (sizes
///   only) 2024  2024-05  2024-05-01               a whole year, month or day (dates only)
///
/// Thread safety: functions without state.

#include <optional>
#include <string_view>

#include "search/query/query_tree.h"

namespace porthole::search {

/// True when `text` has two dots or begins with < or >.
bool is_range(std::string_view text);

enum class Units { kNone, kBytes };

/// Nothing when `text` is not a range of numbers. The ends may be in either order.
std::optional<Range> number_range(std::string_view text, Units units);

/// The same for dates, in seconds since 1970.
std::optional<Range> date_range(std::string_view text);

/// Nothing when `text` is not a decimal number.
std::optional<double> number_of(std::string_view text);

}  // namespace porthole::search
