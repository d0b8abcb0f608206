#pragma once

/// One record of a CSV file. Source: RFC 4180; lines end in LF, as on the systems we run on.

#include <string>
#include <vector>

namespace porthole::summarizer {

/// The fields separated by commas, those with a comma, quote or line break quoted, with a line end.
/// Invalid UTF-8 and control characters in them are replaced.
std::string csv_record(const std::vector<std::string>& fields);

}  // namespace porthole::summarizer
