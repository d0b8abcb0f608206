#pragma once

/// Finds import statements in languages for which ctags does not report them.
///
/// In:  tokens without comments, and the import keywords (languages.h).
/// Out: the imported names as written: "std::fmt", "./frontier.js". A list in braces gives each.
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

/// A string literal without its prefix and quotes; other text unchanged.
std::string_view string_value(std::string_view string);

}  // namespace porthole::source
