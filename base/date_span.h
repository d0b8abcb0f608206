#pragma once

/// Parses a date of any precision (a year, a month, a day or a moment) into a time interval.
///
///   parse_date_span("2024")        2024-01-01 00:00:00 to 2025-01-01 00:00:00, the end left out
///   parse_date_span("2024-03-05T10:00+02:00")   one minute
///
/// Source: Date and Time Formats, W3C Note, 27 August 1997; a space may stand for the T.

#include <optional>
#include <string_view>

#include "base/clock.h"

namespace porthole {

/// A half-open interval [begin, end) in UTC.
struct DateSpan {
  WallTime begin;
  WallTime end;  ///< The first second after the interval.
};

/// Parses `text`; empty when it is not a date of this form. Years from 1000 to 9999; the time zone
/// is UTC unless given.
std::optional<DateSpan> parse_date_span(std::string_view text);

}  // namespace porthole
