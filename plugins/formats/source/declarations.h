#pragma once

/// What a source declares and ctags does not tell: which class extends and implements what, which
/// exceptions are thrown, what is imported.
///
/// In:  the tokens of a source (lexer.h). Any tokens will do.
/// Out: names in reading order, as written but without their packages and parameters of types:
///      `org.w3c.dom.Notation` and `Notation<T>` are both "Notation".
///
/// It takes time in proportion to the tokens. Thread safety: any thread.

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
  Names imports;  ///< With their packages, or paths.
  Names authors;  ///< Python's __author__.
};

Declared declared_in(const std::vector<Token>& tokens, const Language& language);

/// The names in a list as ctags gives it: "B<T>, java.io.Serializable" has two.
Names simple_names(std::string_view list);

}  // namespace porthole::source
