#pragma once

/// Lexis: the lexical rules of a language, as needed to recognise comments, strings and words.

#include <string_view>
#include <utility>
#include <vector>

namespace porthole::source {

struct Lexis {
  /// Markers of line comments. `#` counts only if no word precedes it.
  std::vector<std::string_view> line_comments{};
  std::vector<std::pair<std::string_view, std::string_view>> block_comments{};
  bool comments_nest = false;
  /// Lines that begin a documentation block, and the line that ends it: `=head1`, `=cut`.
  std::vector<std::string_view> column_blocks{};
  std::string_view column_end{};
  /// Letters that, in the first column and followed by a space, mark a comment line (Fortran).
  std::string_view column_letters{};
  std::string_view strings = "\"'";      ///< Quotes of single-line strings.
  std::string_view long_strings{};       ///< Quotes of multi-line strings.
  bool triple_quotes = false;            ///< `"""`; at the start of a statement it is a comment.
  bool apostrophe_is_character = false;  ///< 'x' or '\x' only: others are lifetimes or primes.
  bool has_regex = false;                ///< /x/ where a value may begin.
  std::string_view word_letters = "_";   ///< Allowed in words besides letters and digits.
  std::string_view end_of_code{};        ///< A line after which only documentation follows.
};

}  // namespace porthole::source
