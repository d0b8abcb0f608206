#pragma once

/// Parser for dates in feeds and sitemaps (W3C profile of ISO 8601).

#include <string_view>

#include "base/clock.h"
#include "base/result.h"

namespace porthole::gatherer {

/// Parses a W3C date and time in any of its six precisions, from "2026" to
/// "2026-11-20T18:20:53.5+01:00". Returns the first moment of the period that it names.
///
/// Source: https://www.w3.org/TR/NOTE-datetime. Errors: kInvalid.
Result<WallTime> parse_w3c_date(std::string_view text);

}  // namespace porthole::gatherer
