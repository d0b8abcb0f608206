#pragma once

/// The tokens of a query; query.cc alone includes this.

#include <string>
#include <string_view>
#include <vector>

namespace porthole::search {

enum class TokenKind { kText, kQuoted, kOpen, kClose, kAnd, kOr, kNot, kRequire };

struct Token {
  TokenKind kind = TokenKind::kText;
  std::string field;       ///< Name before the colon, lower case; "" = none.
  std::string text;        ///< Of kText and kQuoted.
  bool wildcard = false;   ///< kText: a `*` stood at its end.
};

struct Tokens {
  std::vector<Token> list;
  bool unclosed_quote = false;
};

/// `text` is valid UTF-8. Only the names of known fields make a field; any other colon is text.
Tokens tokenize(std::string_view text);

}  // namespace porthole::search
