#pragma once

/// CSV writer. Source: RFC 4180; lines end in LF.
///
/// Spreadsheets run a field that begins with =, +, - or @ as a formula, quoted or not: such a field
/// gets an apostrophe before it, unless it is a number. Source: OWASP, "CSV Injection".

#include <string>
#include <vector>

namespace porthole::summarizer {

/// One record: the fields separated by commas, quoted where necessary, with a line end. Invalid
/// UTF-8 and control characters are replaced.
std::string csv_record(const std::vector<std::string>& fields);

}  // namespace porthole::summarizer
