#pragma once

/// Durations on the command line.

#include <chrono>
#include <string>

#include "base/result.h"
#include "base/text/format.h"

namespace porthole::cli {

/// Parses the value `text` of `option`. Errors: kUsage.
inline Result<std::chrono::milliseconds> duration_option(const std::string& option,
                                                         const std::string& text) {
  if (const auto duration = parse_duration(text)) return *duration;
  return fail(ErrorCode::kUsage, "not a valid duration: " + option + " " + text,
              "write 90s, 15m, 2h or 7d");
}

}  // namespace porthole::cli
