#pragma once

/// Extracts comments from source code: text without comment marks, consecutive line comments
/// joined.
///
/// In:  the tokens of a source (lexer.h).
/// Out: comments in order; the description, authors and copyright of the source in them.
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
  std::string text;  ///< Lines without comment marks, trimmed; an empty line between paragraphs.
  std::uint32_t first_line = 0;
  std::uint32_t last_line = 0;
  bool is_documentation = false;  ///< A documentation comment: `/**`, `///`, `"""`, POD.
};

/// Consecutive comments on lines of their own are joined.
std::vector<Comment> comments_of(const std::vector<Token>& tokens, const Language& language);

/// The description of the source: the documentation of its main class, which begins in `main_line`
/// (0 for none), else the first comment before `first_definition` that is not a licence.
std::string abstract_of(const std::vector<Comment>& comments, std::uint32_t main_line,
                        std::uint32_t first_definition);

/// The authors, without duplicates: from lines like `@author Ada Lovelace <ada@a.example>`,
/// `Author: ...`, `Written by ...`, a heading "AUTHOR"; if there are none, from copyright lines.
std::vector<std::string> authors_of(const std::vector<Comment>& comments);

/// The names in `text`: "Ada Lovelace <a@b.example> and Charles Babbage" has two.
std::vector<std::string> names_in(std::string_view text);

/// Exceptions by their simple names, from the tags @throws and @exception.
std::vector<std::string> thrown_in(const std::vector<Comment>& comments);

/// The copyright lines, without duplicates.
std::vector<std::string> rights_of(const std::vector<Comment>& comments);

/// The searchable text: comments, and identifiers without keywords, numbers and strings, in order,
/// with a line for each source line that has a name, and for each line of a comment.
std::string words_of(const std::vector<Token>& tokens, const std::vector<Comment>& comments);

}  // namespace porthole::source
