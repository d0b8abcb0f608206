#pragma once

/// Comments as their readers see them: words without asterisks, lines of slashes joined.
///
/// In:  the tokens of a source (lexer.h).
/// Out: comments in reading order; what they say of the source: what it does, who wrote it, whose
///      it is.
///
/// Thread safety: any thread.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "plugins/formats/source/languages.h"
#include "plugins/formats/source/lexer.h"

namespace porthole::source {

struct Comment {
  std::string text;  ///< Lines without marks, trimmed; an empty line between paragraphs.
  std::uint32_t first_line = 0;
  std::uint32_t last_line = 0;
  bool is_documentation = false;  ///< For readers of the documentation: `/**`, `///`, `"""`, POD.
};

/// Comments that stand on lines of their own, one below the other, are one.
std::vector<Comment> comments_of(const std::vector<Token>& tokens, const Language& language);

/// What the source does, in its authors' words: the documentation of its main class, which begins
/// in `main_line` (0 for none), else the first comment above `first_definition` that is about it and
/// not about its licence.
std::string abstract_of(const std::vector<Comment>& comments, std::uint32_t main_line,
                        std::uint32_t first_definition);

/// Who wrote it, each once: from lines like `@author Ada Lovelace <ada@a.example>`, `Author: ...`,
/// `Written by ...`, a heading "AUTHOR"; where there is none, from lines of copyright.
std::vector<std::string> authors_of(const std::vector<Comment>& comments);

/// The names in `text`: "Ada Lovelace <a@b.example> and Charles Babbage" has two.
std::vector<std::string> names_in(std::string_view text);

/// Exceptions by their simple names, from the tags @throws and @exception.
std::vector<std::string> thrown_in(const std::vector<Comment>& comments);

/// The lines of copyright, each once.
std::vector<std::string> rights_of(const std::vector<Comment>& comments);

}  // namespace porthole::source
