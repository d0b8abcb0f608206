#pragma once

/// Finds declarations that ctags does not report: base classes, interfaces, thrown exceptions,
/// imports.
///
/// In:  the tokens of a source (lexer.h). Accepts any tokens.
/// Out: names in order, as written but without packages and type parameters: `org.w3c.dom.Notation`
///      and `Notation<T>` are both "Notation".
///
/// Linear time. Thread safety: any thread.

#include <string>
#include <string_view>
#include <vector>

#include "plugins/formats/source/languages.h"
#include "plugins/formats/source/lexer.h"

namespace porthole::source {

using Names = std::vector<std::string>;

struct Declared {
  Names extends;
  Names implements;
  Names throws;
  Names imports;  ///< With packages, or as paths.
  Names authors;  ///< Python's __author__.
};

Declared declared_in(const std::vector<Token>& tokens, const Language& language);

/// The names in a list reported by ctags: "B<T>, java.io.Serializable" has two.
Names simple_names(std::string_view list);

/// A string literal without its prefix and quotes; other text unchanged.
std::string_view string_value(std::string_view string);

}  // namespace porthole::source
