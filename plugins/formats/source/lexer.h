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
#include <vector>

#include "plugins/formats/source/lexis.h"

namespace porthole::source {

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
