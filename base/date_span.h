#pragma once

/// Dates as people and pages write them: a year, a month, a day or a moment.
///
///   parse_date_span("2024")        2024-01-01 00:00:00 to 2025-01-01 00:00:00, the end left out
///   parse_date_span("2024-03-05T10:00+02:00")   one minute
///
/// Source: Date and Time Formats, W3C Note, 27 August 1997; a space may stand for the T.

#include <optional>
#include <string_view>

#include "base/clock.h"

namespace porthole {

/// The time that a date means, in UTC.
struct DateSpan {
  WallTime begin;
  WallTime end;  ///< The first second behind it.
};

/// Nothing when `text` is no such date. Years from 1000 to 9999; without a zone UTC is meant.
std::optional<DateSpan> parse_date_span(std::string_view text);

}  // namespace porthole
