#include "plugins/formats/source/comments.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "base/text/text.h"

namespace porthole::source {
namespace {

// Converts Javadoc comments (HTML with block and inline tags) to plain text.
//
//   "Reads {@link Reader} <b>twice</b> &amp; more" -> "Reads Reader twice & more"
//
// Source: JDK 17, Documentation Comment Specification for the Standard Doclet. Any text will do.

constexpr std::size_t kLongestTag = 400;

/// The length of the element's tag that begins at `text`; 0 when none does.
std::size_t tag_length(std::string_view text) {
  const char first = text.size() > 1 ? text[1] : ' ';
  const bool is_tag = (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z') ||
                      first == '/' || first == '!';
  const std::size_t end = is_tag ? text.substr(0, kLongestTag).find('>') : std::string_view::npos;
  return end == std::string_view::npos ? 0 : end + 1;
}

/// The length of `{@name ` at the beginning of `text`; 0 when it does not begin so.
std::size_t inline_tag_length(std::string_view text) {
  if (!text.starts_with("{@")) return 0;
  std::size_t end = 2;
  while (end < text.size() && text[end] >= 'A' && text[end] <= 'z') ++end;
  return end < text.size() && text[end] == ' ' ? end + 1 : end;
}

std::pair<std::size_t, char> entity(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, char>, 6> kEntities = {{{"&lt;", '<'},
                                                                           {"&gt;", '>'},
                                                                           {"&amp;", '&'},
                                                                           {"&quot;", '"'},
                                                                           {"&nbsp;", ' '},
                                                                           {"&#64;", '@'}}};
  for (const auto& [name, character] : kEntities) {
    if (text.starts_with(name)) return {name.size(), character};
  }
  return {0, '\0'};
}

std::string plain_javadoc(std::string_view text) {
  std::string plain;
  int open = 0;  // braces of inline tags
  while (!text.empty()) {
    std::size_t taken = 1;
    if (const std::size_t inline_tag = inline_tag_length(text); inline_tag > 0) {
      ++open;
      taken = inline_tag;
    } else if (text[0] == '}' && open > 0) {
      --open;
    } else if (const std::size_t tag = text[0] == '<' ? tag_length(text) : 0; tag > 0) {
      taken = tag;
    } else if (const auto [length, character] = entity(text); length > 0) {
      plain += character;
      taken = length;
    } else {
      plain += text[0];
    }
    text.remove_prefix(taken);
  }
  return plain;
}

constexpr std::string_view kMarks = "*/#;!%-=~+| \t\r";
/// Annotations and modifiers may stand between a class and its documentation.
constexpr std::uint32_t kMostLinesBetween = 6;
constexpr std::size_t kLongestAbstract = 2000;

bool has_any(std::string_view lower, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(), [lower](std::string_view word) {
    return lower.find(word) != std::string_view::npos;
  });
}

/// Without the marks of a comment and the frame around it.
std::string_view without_marks(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(kMarks), line.size()));
  if (line.starts_with("< ")) line.remove_prefix(2);  // documents what stands before it
  line = trim(line);
  // A single sign is punctuation.
  while (line.size() > 1 && kMarks.find(line.back()) != std::string_view::npos &&
         (line.back() == '*' || line.back() == ' ' || line[line.size() - 2] == line.back())) {
    line.remove_suffix(1);
  }
  return trim(line);
}

/// `=head1 NAME` gives "NAME", C<code> gives code.
std::string of_pod(std::string_view line) {
  const bool is_command = line.starts_with('=');
  if (is_command) line = line.substr(std::min(line.find(' '), line.size()));
  std::string plain;
  int open = 0;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const bool opens = line[at] >= 'A' && line[at] <= 'Z' && line.substr(at + 1, 1) == "<";
    if (opens) {
      ++open;
      ++at;
    } else if (line[at] == '>' && open > 0) {
      --open;
    } else {
      plain += line[at];
    }
  }
  return is_command ? "\n" + std::string(trim(plain)) + "\n" : std::string(trim(plain));
}

/// Without the quotes and prefix of a string.
std::string_view without_quotes(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_of("\"'"), text.size()));
  for (const std::string_view quotes : {"\"\"\"", "'''"}) {
    if (text.starts_with(quotes)) text.remove_prefix(3);
    if (text.ends_with(quotes)) text.remove_suffix(3);
  }
  return text;
}

std::string_view without_delimiters(std::string_view text, const Lexis& lexis) {
  for (const auto& [begin, end] : lexis.block_comments) {
    if (!text.starts_with(begin)) continue;
    text.remove_prefix(begin.size());
    if (text.ends_with(end)) text.remove_suffix(end.size());
    break;
  }
  return text;
}

/// Without what is for Emacs: `-*- mode: lisp -*-`.
std::string without_mode(std::string_view line) {
  const auto begin = line.find("-*-");
  const auto end = begin == std::string_view::npos ? begin : line.find("-*-", begin + 3);
  if (end == std::string_view::npos) return std::string(line);
  return std::string(line.substr(0, begin)).append(line.substr(end + 3));
}

std::string lines_of(const Token& token, const Language& language) {
  const bool is_pod = token.text.starts_with('=');
  const bool is_string = token.kind == TokenKind::kDocumentation && !is_pod;
  std::string lines;
  for (const std::string_view line : split(
           is_string ? without_quotes(token.text) : without_delimiters(token.text, language.lexis),
           '\n')) {
    if (is_pod) {
      lines += of_pod(trim(line));
    } else {
      lines += is_string ? trim(line) : without_marks(without_mode(line));
    }
    lines += '\n';
  }
  return language.html_comments ? plain_javadoc(lines) : lines;
}

bool documents(const Token& token) {
  if (token.kind == TokenKind::kDocumentation) return true;
  return (token.text.starts_with("/**") && !token.text.starts_with("/***")) ||
         token.text.starts_with("///") || token.text.starts_with("//!") ||
         token.text.starts_with("/*!");
}

std::vector<std::string> paragraphs_of(std::string_view text) {
  std::vector<std::string> paragraphs;
  bool is_open = false;
  for (const std::string_view line : split(text, '\n')) {
    if (line.empty()) {
      is_open = false;
    } else if (is_open) {
      paragraphs.back().append(" ").append(line);
    } else {
      paragraphs.emplace_back(line);
      is_open = true;
    }
  }
  return paragraphs;
}

bool is_about_licence(std::string_view paragraph) {
  return has_any(ascii_lower(paragraph),
                 {"copyright", "(c) ", "©", "license", "licence", "redistribut", "warrant",
                  "permission is", "all rights reserved", "free software", "spdx-", "liability"});
}

/// For editors and tools: modes, versions of files, switches of checkers, badges.
bool is_for_tools(std::string_view paragraph) {
  const std::string lower = ascii_lower(paragraph);
  return lower.starts_with('[') || lower.starts_with("file:") || lower.starts_with("file :") ||
         lower.starts_with("author") ||
         has_any(lower, {"vim:", "vi:", "$id", "$header", "$revision", "eslint", "jshint", "tslint",
                         "pylint", "flake8", "coding:", "coding=", "<reference", "clang-format o",
                         "istanbul", "generated by", "do not edit"});
}

bool has_three_words(std::string_view text) {
  int words = 0;
  bool in_word = false;
  for (const char c : text) {
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c & 0x80) != 0;
    if (is_letter && !in_word) ++words;
    in_word = is_letter;
  }
  return words >= 3;
}

/// The part of a documentation comment before its tags.
std::string_view before_tags(std::string_view text) {
  std::size_t at = text.starts_with('@') ? 0 : text.find("\n@");
  // A file's tags may come before its words.
  while (at != std::string_view::npos && has_any(text.substr(at, 12), {"@file", "@brief"})) {
    at = text.find("\n@", at + 1);
  }
  return text.substr(0, at);
}

bool looks_like_code(std::string_view paragraph) {
  return paragraph.ends_with(';') || paragraph.ends_with('{') || paragraph.ends_with('}');
}

std::string without_file_tag(std::string text) {
  for (const std::string_view tag : {"@fileoverview", "@file", "@brief"}) {
    if (text.starts_with(tag)) return std::string(trim(std::string_view(text).substr(tag.size())));
  }
  return text;
}

std::string about(const Comment& comment) {
  std::string found;
  for (const std::string& paragraph : paragraphs_of(before_tags(comment.text))) {
    const bool is_wanted = !is_about_licence(paragraph) && !is_for_tools(paragraph) &&
                           !(found.empty() && looks_like_code(paragraph));
    if (!is_wanted || (found.empty() && !has_three_words(paragraph))) {
      if (!found.empty()) break;
      continue;
    }
    found += (found.empty() ? "" : "\n") + without_file_tag(paragraph);
  }
  return std::string(cut(found, kLongestAbstract));
}

/// The sections NAME and DESCRIPTION of a manual page in the source (POD).
std::string about_manual(const Comment& comment) {
  std::string found;
  std::string heading;
  if (!comment.is_documentation) return found;
  for (const std::string& paragraph : paragraphs_of(comment.text)) {
    const bool is_wanted = heading == "NAME" || heading == "DESCRIPTION";
    if (is_wanted) found += (found.empty() ? "" : "\n") + paragraph;
    heading = paragraph;
  }
  return std::string(cut(found, kLongestAbstract));
}

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

std::vector<Comment> comments_of(const std::vector<Token>& tokens, const Language& language) {
  std::vector<Comment> comments;
  bool may_go_on = false;
  for (const Token& token : tokens) {
    const bool is_line = token.kind == TokenKind::kComment;
    if (!is_line && token.kind != TokenKind::kBlockComment &&
        token.kind != TokenKind::kDocumentation) {
      continue;
    }
    if (may_go_on && is_line && token.begins_line && token.line == comments.back().last_line + 1) {
      comments.back().text += lines_of(token, language);
      comments.back().last_line = token.line;
      continue;
    }
    const auto newlines = std::count(token.text.begin(), token.text.end(), '\n');
    comments.push_back({lines_of(token, language), token.line,
                        token.line + static_cast<std::uint32_t>(newlines), documents(token)});
    may_go_on = is_line && token.begins_line;
  }
  for (Comment& comment : comments) comment.text = trim(comment.text);
  return comments;
}

std::vector<std::string> thrown_in(const std::vector<Comment>& comments) {
  std::vector<std::string> names;
  for (const Comment& comment : comments) {
    for (const std::string_view line : split(comment.text, '\n')) {
      const bool is_throws = line.starts_with("@throws ") || line.starts_with("@exception ");
      if (!is_throws) continue;
      std::string_view name = line.substr(line.find(' ') + 1);
      name.remove_prefix(std::min(name.find_first_not_of(" \t{\\"), name.size()));
      name = name.substr(0, name.find_first_of(" \t}|,;:<("));
      names.emplace_back(name.substr(name.find_last_of(".\\") + 1));
    }
  }
  return names;
}

std::string abstract_of(const std::vector<Comment>& comments, std::uint32_t main_line,
                        std::uint32_t first_definition) {
  const auto below =
      std::find_if(comments.begin(), comments.end(),
                   [main_line](const Comment& one) { return one.first_line >= main_line; });
  if (main_line > 0 && below != comments.begin()) {
    const Comment& nearest = *std::prev(below);
    if (nearest.is_documentation && nearest.last_line + kMostLinesBetween >= main_line) {
      if (std::string found = about(nearest); !found.empty()) return found;
    }
  }
  for (const Comment& comment : comments) {
    if (std::string found = about_manual(comment); !found.empty()) return found;
  }
  for (const Comment& comment : comments) {
    if (comment.first_line > first_definition) break;
    if (std::string found = about(comment); !found.empty()) return found;
  }
  return {};
}

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
