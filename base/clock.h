#pragma once

/// Time as the project uses it: the wall for what is written down, a steady clock for deadlines.

#include <chrono>
#include <string>
#include <string_view>

#include "base/result.h"

namespace porthole {

/// UTC, to the second: what stands in the repository and in summaries.
using WallTime = std::chrono::sys_seconds;
/// For deadlines and politeness; never goes back.
using SteadyTime = std::chrono::steady_clock::time_point;

/// Where time comes from; tests put a ManualClock here. Thread safety: any thread.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual WallTime wall() const = 0;
  virtual SteadyTime steady() const = 0;
};

/// The machine's clocks; lives as long as the process.
const Clock& system_clock();

/// "2026-11-20T18:20:53Z", and back. Errors: kInvalid when it is not of that form.
std::string format_time(WallTime time);
Result<WallTime> parse_time(std::string_view text);

/// A date of an HTTP header (RFC 9110 5.6.7, all three forms). Errors: kInvalid.
Result<WallTime> parse_http_date(std::string_view text);
/// "Fri, 20 Nov 2026 18:20:53 GMT".
std::string format_http_date(WallTime time);

}  // namespace porthole
