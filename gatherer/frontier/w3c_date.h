#pragma once

/// Dates as feeds and sitemaps write them.

#include <string_view>

#include "base/clock.h"
#include "base/result.h"

namespace porthole::gatherer {

/// A W3C date and time in any of its six precisions, from "2026" to "2026-11-20T18:20:53.5+01:00";
/// the first moment of what it names.
///
/// Source: https://www.w3.org/TR/NOTE-datetime. Errors: kInvalid.
Result<WallTime> parse_w3c_date(std::string_view text);

}  // namespace porthole::gatherer
