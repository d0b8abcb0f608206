#include "search/query/query_lexer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "base/text/text.h"

namespace porthole::search {
namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// Quotation marks of all languages (UnicodeData.txt, categories Pi and Pf, and those of CJK);
/// single ones are apostrophes, too, and are none here.
constexpr std::array<std::string_view, 16> kQuotes = {
    "\"", "“", "”", "„", "‟", "«", "»", "＂", "「", "」", "『", "』", "〝", "〞", "〟", "″"};

bool ends_with_hebrew(std::string_view text) {
  return text.size() >= 2 && text[text.size() - 2] == '\xD7' &&
         static_cast<unsigned char>(text.back()) >= 0x90;
}
bool begins_with_hebrew(std::string_view text) {
  return text.size() >= 2 && text[0] == '\xD7' && static_cast<unsigned char>(text[1]) >= 0x90;
}

/// Bytes of the quotation mark at `at`; 0 where none stands, and within a Hebrew word.
std::size_t quote_at(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at);
  for (const std::string_view quote : kQuotes) {
    if (!rest.starts_with(quote)) continue;
    const bool is_within =
        ends_with_hebrew(text.substr(0, at)) && begins_with_hebrew(rest.substr(quote.size()));
    return is_within ? 0 : quote.size();
  }
  return 0;
}

struct Operator {
  std::string_view name;
  TokenKind kind;
  bool has_distance = false;  // NEAR/5
};
constexpr std::array kOperators = {
    Operator{"AND", TokenKind::kAnd},         Operator{"OR", TokenKind::kOr},
    Operator{"XOR", TokenKind::kXor},         Operator{"NOT", TokenKind::kNot},
    Operator{"NEAR", TokenKind::kNear, true}, Operator{"ADJ", TokenKind::kAdjacent, true}};

/// A positive integer.
std::optional<unsigned> number_in(std::string_view text) {
  unsigned number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_whole = error == std::errc() && end == text.data() + text.size() && number > 0;
  return is_whole ? std::optional(number) : std::nullopt;
}

/// True for a valid property name; one with a dot is a host name.
bool is_field_like(std::string_view name) {
  return name.size() >= 2 && is_letter(name[0]) &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return is_letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '_';
         });
}

class Lexer {
 public:
  Lexer(std::string_view text, const QueryFields& fields) : text_(text), fields_(fields) {}

  Tokens run() {
    while (skip_space()) step();
    return std::move(tokens_);
  }

 private:
  bool skip_space() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
    return at_ < text_.size();
  }

  void step() {
    switch (text_[at_]) {
      case '(':
        return sign(TokenKind::kOpen);
      case ')':
        return sign(TokenKind::kClose);
      case '-':
        if (text_.substr(at_).starts_with("--")) return skip_hyphens();
        return next_is_operand() ? sign(TokenKind::kNot) : skip();
      case '+':
        return next_is_operand() ? sign(TokenKind::kRequire) : skip();
      default:
        return quote_at(text_, at_) > 0 ? quoted("") : text();
    }
  }

  void skip() { ++at_; }

  /// "--flag" is a word, not an exclusion.
  void skip_hyphens() { at_ = std::min(text_.find_first_not_of('-', at_), text_.size()); }

  void sign(TokenKind kind) {
    ++at_;
    tokens_.list.push_back({kind});
  }

  bool next_is_operand() const { return at_ + 1 < text_.size() && !is_space(text_[at_ + 1]); }

  void quoted(std::string field) {
    const std::size_t begin = at_ + quote_at(text_, at_);
    std::size_t end = begin;
    while (end < text_.size() && quote_at(text_, end) == 0) ++end;
    tokens_.unclosed_quote = tokens_.unclosed_quote || end == text_.size();
    tokens_.list.push_back(
        {TokenKind::kQuoted, std::move(field), std::string(text_.substr(begin, end - begin))});
    at_ = end == text_.size() ? end : end + quote_at(text_, end);
  }

  void text() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && !is_space(text_[at_]) && text_[at_] != '(' && text_[at_] != ')' &&
           quote_at(text_, at_) == 0) {
      ++at_;
    }
    std::string_view word = text_.substr(begin, at_ - begin);
    if (operator_word(word)) return;
    const std::string field = field_name(word);
    if (!field.empty()) word.remove_prefix(word.find(':') + 1);
    if (!field.empty() && word.empty() && at_ < text_.size()) {
      if (quote_at(text_, at_) > 0) return quoted(field);
      if (text_[at_] == '(') {
        ++at_;
        tokens_.list.push_back({TokenKind::kOpen, field});
        return;
      }
    }
    tokens_.list.push_back({TokenKind::kText, field, std::string(word)});
  }

  bool operator_word(std::string_view word) {
    const std::size_t slash = word.find('/');
    const auto found = std::find_if(kOperators.begin(), kOperators.end(), [&](const Operator& one) {
      return one.name == word.substr(0, slash);
    });
    if (found == kOperators.end()) return false;
    Token token{found->kind};
    if (slash != std::string_view::npos) {
      const std::optional<unsigned> distance = number_in(word.substr(slash + 1));
      if (!found->has_distance || !distance) return false;
      token.distance = *distance;
    }
    tokens_.list.push_back(std::move(token));
    return true;
  }

  // Scans the word that ends at at_.
  std::string field_name(std::string_view word) {
    const std::size_t colon = word.find(':');
    if (colon == std::string_view::npos) return "";
    const std::string_view name = word.substr(0, colon);
    if (fields_.find(name) != nullptr) return ascii_lower(name);
    const std::string_view value = word.substr(colon + 1);
    const bool has_value =
        value.empty() ? at_ < text_.size() && (quote_at(text_, at_) > 0 || text_[at_] == '(')
                      : value[0] != ':' && value[0] != '/' && value[0] != '\\';
    if (has_value && is_field_like(name) && tokens_.unknown_field.empty()) {
      tokens_.unknown_field = name;
      tokens_.unknown_at = static_cast<std::size_t>(name.data() - text_.data());
    }
    return "";
  }

  std::string_view text_;
  const QueryFields& fields_;
  std::size_t at_ = 0;
  Tokens tokens_;
};

}  // namespace

Tokens tokenize(std::string_view text, const QueryFields& fields) {
  return Lexer(text, fields).run();
}

}  // namespace porthole::search
