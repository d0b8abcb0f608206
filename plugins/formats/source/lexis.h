#pragma once

/// The lexical rules of a language, as far as they tell comments, strings and words apart.

#include <string_view>
#include <utility>
#include <vector>

namespace porthole::source {

struct Lexis {
  /// Begin a comment that goes to the end of the line. `#` does where no word is before it.
  std::vector<std::string_view> line_comments{};
  std::vector<std::pair<std::string_view, std::string_view>> block_comments{};
  bool comments_nest = false;
  /// Lines that begin a block of documentation, and the one that ends it: `=head1`, `=cut`.
  std::vector<std::string_view> column_blocks{};
  std::string_view column_end{};
  /// Letters in the first column of a line that is a comment, when a space follows (Fortran).
  std::string_view column_letters{};
  std::string_view strings = "\"'";  ///< Quotes of strings that end on their line.
  std::string_view long_strings{};   ///< Quotes of strings that may go over lines.
  bool triple_quotes = false;        ///< `"""`; one that begins a statement is a comment.
  bool apostrophe_is_character = false;  ///< 'x' or '\x', and else no quote: lifetimes, primes.
  bool has_regex = false;                ///< /x/ where a value may begin.
  std::string_view word_letters = "_";   ///< In words, besides letters and digits.
  std::string_view end_of_code{};        ///< A line after which there is documentation only.
};

}  // namespace porthole::source
