#include "plugins/formats/source/declarations.h"

#include <algorithm>

#include "base/text/text.h"

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

/// Finds import statements in languages for which ctags does not report them. A list in braces
/// gives each.
class ImportReader {
 public:
  ImportReader(const std::vector<Token>& code, std::vector<std::string>& imports)
      : code_(code), imports_(imports) {}

  /// `import x from "y"`, `import "y"`, `require("y")`, `#import <y>`, from the word on.
  void read_with_string(std::size_t at) {
    const std::string_view word = code_[at].text;
    const std::size_t end = std::min(code_.size(), at + kMostTokens);
    const std::size_t next = at + (is(at + 1, "(") ? 2 : 1);
    if (is_string(next)) return add(string_value(code_[next].text));
    if (is(at + 1, "<")) return read_in_angles(at + 2);
    if (!begins_statement(at)) return;
    const bool needs_from = word == "import" || word == "export";
    for (std::size_t i = at + 1; i < end && !is(i, ";"); ++i) {
      if (needs_from ? is(i, "import") || is(i, "export") : code_[i].line != code_[at].line) return;
      if (is_string(i) && (!needs_from || is(i - 1, "from")))
        return add(string_value(code_[i].text));
    }
  }

  /// `use a::b;`, `uses A, B;`, `using X = A.B;`, `use a::{b, c};`, from the word on.
  void read_statement(std::size_t at) {
    if (!begins_statement(at)) return;
    ++at;
    while (is(at, "static") || is(at, "function") || is(at, "qualified") || is(at, "const")) ++at;
    for (std::size_t paths = 0; paths < kMostTokens; ++paths) {
      std::string path;
      at = read_path(at, path);
      if (is(at, "=")) {
        path.clear();
        at = read_path(at + 1, path);
      }
      if (is(at, "{") && !path.empty()) return read_braces(at, path);
      if (!ends_path(at)) return;
      add(path);
      if (!is(at, ",")) return;
      ++at;
    }
  }

 private:
  bool is(std::size_t at, std::string_view text) const {
    return at < code_.size() && code_[at].text == text;
  }
  bool is_string(std::size_t at) const {
    return at < code_.size() && code_[at].kind == TokenKind::kString;
  }
  bool begins_statement(std::size_t at) const {
    if (code_[at].begins_line || at == 0) return true;
    return is(at - 1, ";") || is(at - 1, "}") || is(at - 1, "pub") || is(at - 1, ")") ||
           is(at - 1, "public") || is(at - 1, "global") || is(at - 1, "{");
  }

  /// Words and what joins them, without a space in between; where it ends.
  std::size_t read_path(std::size_t at, std::string& path) const {
    for (; at < code_.size(); ++at) {
      const Token& token = code_[at];
      const bool joins = token.text.size() == 1 &&
                         std::string_view(".:\\*/-").find(token.text) != std::string_view::npos;
      if (token.kind != TokenKind::kWord && !joins) break;
      if (!path.empty() && !token.glued) break;
      path.append(token.text);
    }
    return at;
  }

  /// True for a token that may follow the path in an import statement.
  bool ends_path(std::size_t at) const {
    if (at >= code_.size() || code_[at].begins_line) return true;
    for (const std::string_view text : {";", ",", "(", ":", "as", "hiding", "qualified", "only"}) {
      if (is(at, text)) return true;
    }
    return false;
  }

  /// `{b, c::d, e::{f}}` behind `prefix`: each but what is in braces of its own.
  void read_braces(std::size_t at, const std::string& prefix) {
    const std::size_t end = std::min(code_.size(), at + kMostTokens);
    for (++at; at < end && !is(at, "}"); ++at) {
      std::size_t next = at;
      std::string item;
      next = read_path(at, item);
      if (!item.empty()) add(item == "self" ? prefix : prefix + item);
      at = next;
      for (int depth = 0; at < end && !(depth == 0 && (is(at, ",") || is(at, "}"))); ++at) {
        depth += is(at, "{") ? 1 : is(at, "}") ? -1 : 0;
      }
      if (is(at, "}")) return;
    }
  }

  void read_in_angles(std::size_t at) {
    const std::size_t end = std::min(code_.size(), at + kMostTokens);
    std::string path;
    for (; at < end && !is(at, ">"); ++at) path.append(code_[at].text);
    if (at < end) add(path);
  }

  void add(std::string_view import) {
    while (import.ends_with(':') || import.ends_with('\\') || import.ends_with('.')) {
      import.remove_suffix(1);
    }
    const bool has_letter = std::any_of(import.begin(), import.end(), [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c & 0x80) != 0;
    });
    if (has_letter) imports_.emplace_back(import);
  }

  const std::vector<Token>& code_;
  std::vector<std::string>& imports_;
};

void read_imports(const std::vector<Token>& code, const ImportWords& words,
                  std::vector<std::string>& imports) {
  ImportReader reader(code, imports);
  for (std::size_t at = 0; at < code.size(); ++at) {
    if (code[at].kind != TokenKind::kWord) continue;
    if (has(words.with_string, code[at].text)) reader.read_with_string(at);
    if (has(words.statements, code[at].text)) reader.read_statement(at);
  }
}

}  // namespace

std::string_view string_value(std::string_view string) {
  const auto quote = string.find_first_of("\"'`");
  if (quote == std::string_view::npos) return string;
  string.remove_prefix(quote);
  while (string.size() >= 2 && string.front() == string.back()) {
    string.remove_prefix(1);
    string.remove_suffix(1);
    if (string.empty() || std::string_view("\"'").find(string.front()) == std::string_view::npos)
      break;
  }
  return string;
}

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
