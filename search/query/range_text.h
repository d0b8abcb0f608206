#pragma once

/// Ranges as they stand in a query.
///
///   800       exactly        640..1920  640..  ..1920       from and to, both included
///   >800  >=800  <800  <=800
///   10k  1.5m  2g            thousands, millions, thousand millions; kb and KiB are read, too
///   (sizes alone) 2024  2024-05  2024-05-01               a whole year, month or day (dates alone)
///
/// Thread safety: functions without state. This header is the room's own.

#include <optional>
#include <string_view>

#include "search/query/query_tree.h"

namespace porthole::search {

/// It has two dots or begins with one of < and >.
bool is_range(std::string_view text);

enum class Units { kNone, kBytes };

/// Nothing when `text` is no range of numbers. The ends may stand in either order.
std::optional<Range> number_range(std::string_view text, Units units);

/// The same of dates, in seconds since 1970.
std::optional<Range> date_range(std::string_view text);

/// A decimal number and nothing else.
std::optional<double> number_of(std::string_view text);

}  // namespace porthole::search
