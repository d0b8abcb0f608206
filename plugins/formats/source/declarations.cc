#include "plugins/formats/source/declarations.h"

#include <algorithm>

#include "base/text/text.h"
#include "plugins/formats/source/imports.h"

namespace porthole::source {
namespace {

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

bool is_word(const std::vector<Token>& code, std::size_t at) {
  return at < code.size() && code[at].kind == TokenKind::kWord;
}

/// Nesting in <>, () and [] behind the token `text`, when it was `depth` before.
int depth_after(std::string_view text, int depth) {
  if (is_one_of(text, {"<", "(", "["})) return depth + 1;
  if (is_one_of(text, {">", ")", "]"})) return std::max(0, depth - 1);
  return depth;
}

/// Reads a list of types from `at` on; where it ends.
std::size_t read_types(const std::vector<Token>& code, std::size_t at, Names& names) {
  std::string_view name;
  const std::size_t end = std::min(code.size(), at + kMostTokens);
  for (int depth = 0; at < end; depth = depth_after(code[at].text, depth), ++at) {
    const std::string_view text = code[at].text;
    if (is_one_of(text, {"{", ";", "}", "=", "extends", "implements", "permits", "throws"})) break;
    if (depth > 0) continue;
    if (text == ",") {
      if (!name.empty()) names.emplace_back(name);
      name = {};
    } else if (is_word(code, at) && code[at - 1].text != "@") {
      name = text;
    }
  }
  if (!name.empty()) names.emplace_back(name);
  return at;
}

/// `class A<T extends X> extends B implements C, D {`, from the word `class` on; where it ends.
std::size_t read_class_head(const std::vector<Token>& code, std::size_t at, Declared& declared) {
  const std::size_t end = std::min(code.size(), at + kMostTokens);
  int depth = 0;
  while (++at < end && !is_one_of(code[at].text, {"{", ";", "}", "="})) {
    const bool is_extends = code[at].text == "extends";
    if (depth == 0 && (is_extends || code[at].text == "implements")) {
      at = read_types(code, at + 1, is_extends ? declared.extends : declared.implements) - 1;
    } else {
      depth = depth_after(code[at].text, depth);
    }
  }
  return at;
}

/// Rust's `impl<T> Trait<T> for Type`, from the word `impl` on; where it ends.
std::size_t read_impl(const std::vector<Token>& code, std::size_t at, Declared& declared) {
  const std::size_t end = std::min(code.size(), at + kMostTokens);
  std::string_view trait;
  for (int depth = 0; ++at < end && !is_one_of(code[at].text, {"{", ";", "where"});
       depth = depth_after(code[at].text, depth)) {
    if (depth > 0 || !is_word(code, at)) continue;
    if (code[at].text == "for") {
      if (!trait.empty()) declared.implements.emplace_back(trait);
      break;
    }
    trait = code[at].text;
  }
  return at;
}

/// A declaration that begins at `at` is read; where to go on.
std::size_t read_declaration(const std::vector<Token>& code, std::size_t at,
                             const Language& language, Declared& declared) {
  const std::string_view text = code[at].text;
  const std::string_view before = at > 0 ? code[at - 1].text : std::string_view();
  if (language.has_impls && text == "impl") return read_impl(code, at, declared);
  if (language.has_class_heads && is_word(code, at + 1)) {
    const bool is_head = is_one_of(text, {"class", "interface", "enum", "record", "trait"});
    if (is_head && before != ".") return read_class_head(code, at, declared);
    if (text == "throws" && is_one_of(before, {")", "]"})) {
      return read_types(code, at + 1, declared.throws);
    }
  }
  const bool is_author = text == "__author__" && at + 2 < code.size() && code[at + 1].text == "=" &&
                         code[at + 2].kind == TokenKind::kString;
  if (is_author) declared.authors.emplace_back(string_value(code[at + 2].text));
  return at + 1;
}

}  // namespace

Declared declared_in(const std::vector<Token>& tokens, const Language& language) {
  std::vector<Token> code;
  std::copy_if(tokens.begin(), tokens.end(), std::back_inserter(code),
               [](const Token& token) { return !token.is_comment(); });
  Declared declared;
  for (std::size_t at = 0; at < code.size();) {
    at =
        code[at].kind == TokenKind::kWord ? read_declaration(code, at, language, declared) : at + 1;
  }
  read_imports(code, language.imports, declared.imports);
  return declared;
}

Names simple_names(std::string_view list) {
  Names names;
  std::string_view name;
  std::size_t begin = 0;
  bool is_named_argument = false;  // Python: metaclass=ABCMeta
  int depth = 0;
  const auto end_name = [&] {
    if (!name.empty() && !is_named_argument) names.emplace_back(name);
    name = {};
    is_named_argument = false;
  };
  for (std::size_t at = 0; at <= list.size(); ++at) {
    const char c = at < list.size() ? list[at] : ',';
    const bool is_part = (c & 0x80) != 0 || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                         (c >= '0' && c <= '9') || c == '_' || c == '$';
    if (is_part) continue;
    if (depth == 0 && at > begin) name = list.substr(begin, at - begin);
    begin = at + 1;
    is_named_argument |= depth == 0 && c == '=';
    depth = depth_after(std::string_view(&c, 1), depth);
    if (depth == 0 && c == ',') end_name();
  }
  return names;
}

}  // namespace porthole::source
