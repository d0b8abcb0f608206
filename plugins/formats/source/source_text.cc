#include "plugins/formats/source/source_text.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace porthole::source {
namespace {

/// Reserved in most of the languages: words of their grammar and the types that are built in.
constexpr std::array<std::string_view, 105> kReserved = {
    "abstract", "and",     "as",        "async",    "auto",      "await",      "begin",
    "bool",     "boolean", "break",     "byte",     "case",      "catch",      "char",
    "class",    "const",   "constexpr", "continue", "def",       "default",    "define",
    "defun",    "delete",  "do",        "done",     "double",    "elif",       "else",
    "elsif",    "end",     "endif",     "enum",     "esac",      "except",     "explicit",
    "export",   "extends", "extern",    "false",    "fi",        "final",      "finally",
    "float",    "fn",      "for",       "foreach",  "from",      "func",       "function",
    "goto",     "if",      "ifdef",     "ifndef",   "impl",      "implements", "import",
    "in",       "include", "inline",    "int",      "interface", "is",         "lambda",
    "let",      "local",   "long",      "mut",      "my",        "namespace",  "new",
    "nil",      "not",     "null",      "nullptr",  "operator",  "or",         "package",
    "pass",     "private", "protected", "pub",      "public",    "raise",      "require",
    "return",   "self",    "short",     "signed",   "static",    "struct",     "sub",
    "super",    "switch",  "template",  "then",     "this",      "throw",      "throws",
    "true",     "try",     "typedef",   "unsigned", "using",     "var",        "void"};

bool is_name(std::string_view word) {
  const bool has_letter = std::any_of(word.begin(), word.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c & 0x80) != 0;
  });
  return has_letter && !(word[0] >= '0' && word[0] <= '9') &&
         !std::binary_search(kReserved.begin(), kReserved.end(), word);
}

}  // namespace

std::string words_of(const std::vector<Token>& tokens, const std::vector<Comment>& comments) {
  static_assert(std::is_sorted(kReserved.begin(), kReserved.end()));
  std::string text;
  std::uint32_t line = 0;
  auto comment = comments.begin();
  for (const Token& token : tokens) {
    switch (token.kind) {
      case TokenKind::kComment:
      case TokenKind::kBlockComment:
      case TokenKind::kDocumentation:
        // The later lines of one that is made of several are in it already.
        if (comment == comments.end() || token.line != comment->first_line) break;
        if (!text.empty() && text.back() != '\n') text += '\n';
        text.append(comment->text);
        ++comment;
        break;
      case TokenKind::kWord:
        if (!is_name(token.text)) break;
        if (!text.empty() && text.back() != '\n') text += token.line == line ? ' ' : '\n';
        text.append(token.text);
        line = token.line;
        break;
      case TokenKind::kString:
      case TokenKind::kSymbol:
        break;
    }
  }
  return text;
}

}  // namespace porthole::source
