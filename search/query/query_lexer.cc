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
      case '"':
        return quoted("");
      case '-':
        return next_is_operand() ? sign(TokenKind::kNot) : skip();
      case '+':
        return next_is_operand() ? sign(TokenKind::kRequire) : skip();
      default:
        return text();
    }
  }

  void skip() { ++at_; }

  void sign(TokenKind kind) {
    ++at_;
    tokens_.list.push_back({kind});
  }

  bool next_is_operand() const { return at_ + 1 < text_.size() && !is_space(text_[at_ + 1]); }

  void quoted(std::string field) {
    const std::size_t begin = at_ + 1;
    const std::size_t end = text_.find('"', begin);
    tokens_.unclosed_quote = tokens_.unclosed_quote || end == std::string_view::npos;
    const std::string_view inside =
        text_.substr(begin, end == std::string_view::npos ? end : end - begin);
    tokens_.list.push_back({TokenKind::kQuoted, std::move(field), std::string(inside)});
    at_ = end == std::string_view::npos ? text_.size() : end + 1;
  }

  void text() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && !is_space(text_[at_]) && text_[at_] != '"' && text_[at_] != '(' &&
           text_[at_] != ')') {
      ++at_;
    }
    std::string_view word = text_.substr(begin, at_ - begin);
    if (operator_word(word)) return;
    const std::string field = field_name(word);
    if (!field.empty()) word.remove_prefix(word.find(':') + 1);
    if (!field.empty() && word.empty() && at_ < text_.size()) {
      if (text_[at_] == '"') return quoted(field);
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
    const bool has_value = value.empty()
                               ? at_ < text_.size() && (text_[at_] == '"' || text_[at_] == '(')
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
