#pragma once

/// Wall-clock time for stored dates, monotonic time for deadlines, and their text forms.

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace porthole {

/// Time in UTC with a resolution of one second, as the repository and summaries store it.
using WallTime = std::chrono::sys_seconds;
/// Monotonic time, for deadlines and politeness delays.
using SteadyTime = std::chrono::steady_clock::time_point;

/// Source of both times; tests substitute a ManualClock. Thread safety: any thread.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual WallTime wall() const = 0;
  virtual SteadyTime steady() const = 0;
};

/// The machine's clocks; lives as long as the process.
const Clock& system_clock();

/// Formats and parses "2026-11-20T18:20:53Z". Errors: kInvalid when `text` does not have that form.
std::string format_time(WallTime time);
Result<WallTime> parse_time(std::string_view text);

/// Parses a date of an HTTP header (RFC 9110 5.6.7, all three forms). Errors: kInvalid.
Result<WallTime> parse_http_date(std::string_view text);
/// Formats a date for an HTTP header: "Fri, 20 Nov 2026 18:20:53 GMT".
std::string format_http_date(WallTime time);

/// Parses a date of e-mail, which feeds and other formats have, too: "Fri, 20 Nov 2026 18:20:53
/// +0100" (RFC 5322, section 3.3), with or without the day of the week and the seconds, with two
/// digits of the year, or with the name of a zone. Nothing for other texts, and for years before
/// 1900. Thread safety: any thread.
std::optional<WallTime> parse_mail_date(std::string_view text);

}  // namespace porthole
