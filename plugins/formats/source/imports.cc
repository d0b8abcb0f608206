#include "plugins/formats/source/imports.h"

#include <algorithm>

namespace porthole::source {
namespace {

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

}  // namespace

void read_imports(const std::vector<Token>& code, const ImportWords& words,
                  std::vector<std::string>& imports) {
  ImportReader reader(code, imports);
  for (std::size_t at = 0; at < code.size(); ++at) {
    if (code[at].kind != TokenKind::kWord) continue;
    if (has(words.with_string, code[at].text)) reader.read_with_string(at);
    if (has(words.statements, code[at].text)) reader.read_statement(at);
  }
}

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

}  // namespace porthole::source
