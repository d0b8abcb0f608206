#pragma once

/// Repairs the JSON of web pages that programs which are not strict read all the same.
///
/// In:  JSON with marks of comments or CDATA sections around it, text behind its end (a semicolon),
///      commas that are too many or missing, line breaks in strings, escapes that JSON does not
///      have, single quotation marks, keys without any.
/// Out: the first value of it, without those. Anything else is left as it is.
///
/// Thread safety: any thread.

#include <string>
#include <string_view>

namespace porthole::parser {

std::string strict_json(std::string_view text);

}  // namespace porthole::parser
