#include "search/query/word_pattern.h"

#include "indexer/tokenizer.h"

namespace porthole::search {
namespace {

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

/// Length in bytes of the character at `at`.
std::size_t character_at(std::string_view text, std::size_t at) {
  std::size_t end = at + 1;
  while (end < text.size() && is_continuation(text[end])) ++end;
  return end - at;
}

}  // namespace

bool has_wildcard(std::string_view text) {
  const std::size_t mark = text.find('?');
  return text.find('*') != std::string_view::npos ||
         (mark != std::string_view::npos && mark + 1 < text.size());
}

std::optional<std::string> word_pattern(std::string_view text) {
  if (text.ends_with('?')) text.remove_suffix(1);  // a question mark, not a wildcard
  std::string pattern;
  while (!text.empty()) {
    const std::size_t mark = text.find_first_of("*?");
    const std::string_view piece = text.substr(0, mark);
    if (!piece.empty()) {
      indexer::Tokenizer scanner(piece);
      if (!scanner.next()) return std::nullopt;
      pattern += scanner.word();
      if (!scanner.is_at_end()) return std::nullopt;
    }
    if (mark == std::string_view::npos) break;
    if (text[mark] == '?' || !pattern.ends_with('*')) pattern += text[mark];
    text.remove_prefix(mark + 1);
  }
  return pattern;
}

std::string_view beginning_of(std::string_view pattern) {
  return pattern.substr(0, pattern.find_first_of("*?"));
}

bool has_form(std::string_view text, std::string_view pattern) {
  std::size_t at = 0;
  std::size_t in_pattern = 0;
  std::size_t star = std::string_view::npos;  // the last `*`, where matching backtracks to
  std::size_t behind_star = 0;  // position in the text where the part after it is tried
  while (at < text.size()) {
    if (in_pattern < pattern.size() && pattern[in_pattern] == '*') {
      star = in_pattern++;
      behind_star = at;
    } else if (in_pattern < pattern.size() && pattern[in_pattern] == '?') {
      at += character_at(text, at);
      ++in_pattern;
    } else if (in_pattern < pattern.size() && pattern[in_pattern] == text[at]) {
      ++at;
      ++in_pattern;
    } else if (star != std::string_view::npos) {
      in_pattern = star + 1;
      at = ++behind_star;
    } else {
      return false;
    }
  }
  while (in_pattern < pattern.size() && pattern[in_pattern] == '*') ++in_pattern;
  return in_pattern == pattern.size();
}

}  // namespace porthole::search
