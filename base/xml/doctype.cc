#include "base/xml/doctype.h"

#include <algorithm>

namespace porthole::xml {
namespace {

constexpr auto kNone = std::string_view::npos;

/// Returns the offset behind the next `mark` at or after `at`; the size of the text when there is
/// none.
std::size_t after(std::string_view text, std::string_view mark, std::size_t at) {
  const auto found = text.find(mark, at);
  return found == kNone ? text.size() : found + mark.size();
}

/// Returns the end of the declaration that begins at `at`: its `>`, outside of quotes, comments,
/// processing instructions and the brackets of the internal subset.
std::size_t end_of_declaration(std::string_view text, std::size_t at) {
  bool in_subset = false;
  for (++at; at < text.size();) {
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("<!--")) {
      at = after(text, "-->", at + 4);
    } else if (rest.starts_with("<?")) {
      at = after(text, "?>", at);
    } else if (rest.front() == '"' || rest.front() == '\'') {
      at = after(text, rest.substr(0, 1), at + 1);
    } else if (rest.front() == '>' && !in_subset) {
      return at + 1;
    } else {
      if (rest.front() == '[') in_subset = true;
      if (rest.front() == ']') in_subset = false;
      ++at;
    }
  }
  return text.size();
}

}  // namespace

std::size_t find_doctype(std::string_view text) {
  auto at = text.find('<');
  while (at != kNone) {
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("<!DOCTYPE")) return at;
    if (rest.starts_with("<?")) {
      at = after(text, "?>", at);
    } else if (rest.starts_with("<!--")) {
      at = after(text, "-->", at + 4);
    } else {
      return kNone;
    }
    at = text.find('<', at);
  }
  return kNone;
}

std::string without_doctype(std::string_view document) {
  std::string text(document);
  const auto begin = find_doctype(document);
  if (begin == kNone) return text;
  const auto end = end_of_declaration(document, begin);
  std::replace_if(
      text.begin() + static_cast<std::ptrdiff_t>(begin),
      text.begin() + static_cast<std::ptrdiff_t>(end),
      [](char c) { return c != '\n' && c != '\r'; }, ' ');
  return text;
}

}  // namespace porthole::xml
