#pragma once

/// Tokenizer for source code: comments, strings, words and single symbols.
///
/// In:  a source in UTF-8 and the lexical rules of its language. Accepts any bytes: an unterminated
///      string ends at its line, an unterminated comment at the end of the source.
/// Out: tokens in order; their views point into the source. White space is skipped.
///
///   for (const Token& token : tokens_of(source, language.lexis)) ...
///
/// Linear time. Thread safety: any thread.

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace porthole::source {

/// The lexical rules of a language, as needed to recognise comments, strings and words.
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

enum class TokenKind : std::uint8_t {
  kComment,        ///< To the end of its line.
  kBlockComment,   ///< With its delimiters.
  kDocumentation,  ///< A documentation string, or a block that starts in the first column.
  kString,         ///< With its quotes.
  kWord,           ///< An identifier, a keyword or a number.
  kSymbol,         ///< One character.
};

struct Token {
  TokenKind kind = TokenKind::kSymbol;
  bool begins_line = false;  ///< Preceded by white space only on its line.
  bool glued = false;        ///< Not separated from the previous token by white space.
  std::uint32_t line = 1;    ///< The line of its first character.
  std::string_view text;

  bool is_comment() const {
    return kind == TokenKind::kComment || kind == TokenKind::kBlockComment ||
           kind == TokenKind::kDocumentation;
  }
};

/// Maximum length of a statement, declaration or signature in tokens.
inline constexpr std::size_t kMostTokens = 400;

std::vector<Token> tokens_of(std::string_view source, const Lexis& lexis);

}  // namespace porthole::source
