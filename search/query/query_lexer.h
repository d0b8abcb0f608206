#pragma once

/// Lexer of the query language.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "search/query/query_fields.h"

namespace porthole::search {

enum class TokenKind {
  kText,
  kQuoted,
  kOpen,
  kClose,
  kAnd,
  kOr,
  kXor,
  kNear,
  kAdjacent,
  kNot,
  kRequire
};

struct Token {
  TokenKind kind = TokenKind::kText;
  std::string
      field{};  ///< Name before the colon, lower case; "" = none. Also of an opening bracket.
  std::string text{};     ///< For kText and kQuoted.
  unsigned distance = 0;  ///< For kNear and kAdjacent, as written; 0 = not written.
};

struct Tokens {
  std::vector<Token> list;
  bool unclosed_quote = false;
  std::string unknown_field;   ///< The first unknown field, "" when all are known.
  std::size_t unknown_at = 0;  ///< Its byte offset.
};

/// `text` is valid UTF-8. A name of two characters or more, a colon and a value right behind it ask
/// for a field; any other colon ("std::vector", "http://a.test/", "12:30") is text.
Tokens tokenize(std::string_view text, const QueryFields& fields);

}  // namespace porthole::search
