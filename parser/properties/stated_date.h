#pragma once

/// Dates that a page states for machines: in meta elements, JSON-LD, datetime attributes.

#include <string>
#include <string_view>

namespace porthole::parser {

/// Converts a date to a W3C date (https://www.w3.org/TR/NOTE-datetime): W3C dates are kept;
/// YYYY/MM/DD, the dates of HTTP and written ones ("March 14, 2025", in the page's `language`) are
/// converted. A year alone is a date; "" without a valid month or day.
std::string stated_date(std::string_view text, std::string_view language);

}  // namespace porthole::parser
