#pragma once

/// The text of a page that has next to nothing to see without a script: from its structured data
/// (article bodies, descriptions, answers), else from the state that it gives its script
/// (`__NEXT_DATA__` and other scripts of type application/json).

#include <string>
#include <string_view>
#include <vector>

namespace porthole::parser {

/// The passages of a script's JSON in order, each once: strings of at least eight words, and of
/// HTML their text. Invalid JSON, JSON over 4 MiB and nesting beyond 64 levels give none. At most
/// 1,000 passages.
std::vector<std::string> passages_of_json(std::string_view json);

/// `text` without tags, if it is HTML; else `text`.
std::string without_tags(std::string_view text);

}  // namespace porthole::parser
