#pragma once

/// Cuts a source into comments, strings, words and single symbols.
///
/// In:  a source in UTF-8 and the rules of its language. Any bytes will do: what is not closed ends
///      with its line (a string) or with the source (a comment).
/// Out: tokens in reading order, whose views point into the source. White space is left out.
///
///   for (const Token& token : tokens_of(source, language.lexis)) ...
///
/// It takes time in proportion to the source. Thread safety: any thread.

#include <cstdint>
#include <string_view>
#include <vector>

#include "plugins/formats/source/lexis.h"

namespace porthole::source {

enum class TokenKind : std::uint8_t {
  kComment,        ///< To the end of its line.
  kBlockComment,   ///< With its delimiters.
  kDocumentation,  ///< A string or a block in the first column that only documents.
  kString,         ///< With its quotes.
  kWord,           ///< A name, a reserved word or a number.
  kSymbol,         ///< One character.
};

struct Token {
  TokenKind kind = TokenKind::kSymbol;
  bool begins_line = false;  ///< Only white space stands before it.
  bool glued = false;        ///< Follows the token before it without a space.
  std::uint32_t line = 1;    ///< Where it begins.
  std::string_view text;

  bool is_comment() const {
    return kind == TokenKind::kComment || kind == TokenKind::kBlockComment ||
           kind == TokenKind::kDocumentation;
  }
};

/// No statement, declaration or signature is longer.
inline constexpr std::size_t kMostTokens = 400;

std::vector<Token> tokens_of(std::string_view source, const Lexis& lexis);

}  // namespace porthole::source
