#pragma once

/// Statements that import, in the languages for which ctags does not tell.
///
/// In:  tokens without comments, and the words that import (languages.h).
/// Out: what is imported, as written: "std::fmt", "./frontier.js". A list in braces gives each.
///
/// Thread safety: any thread.

#include <string>
#include <string_view>
#include <vector>

#include "plugins/formats/source/languages.h"
#include "plugins/formats/source/lexer.h"

namespace porthole::source {

void read_imports(const std::vector<Token>& code, const ImportWords& words,
                  std::vector<std::string>& imports);

/// A string without its prefix and quotes; what has none as it is.
std::string_view string_value(std::string_view string);

}  // namespace porthole::source
