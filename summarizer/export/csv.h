#pragma once

/// CSV writer. Source: RFC 4180; lines end in LF.

#include <string>
#include <vector>

namespace porthole::summarizer {

/// One record: the fields separated by commas, quoted where necessary, with a line end. Invalid
/// UTF-8 and control characters are replaced.
std::string csv_record(const std::vector<std::string>& fields);

}  // namespace porthole::summarizer
