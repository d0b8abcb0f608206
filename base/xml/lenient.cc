#include "base/xml/lenient.h"

#include <algorithm>
#include <charconv>

namespace porthole::xml {

namespace {

constexpr std::string_view kReplacementText = "\xEF\xBF\xBD";  // U+FFFD
constexpr std::size_t kLongestReference = 12;  // "#x10FFFF" and some zeros before it

/// Returns the offset behind `closing`; the size of the text when it is missing.
std::size_t end_of(std::string_view text, std::size_t from, std::string_view closing) {
  const std::size_t at = text.find(closing, from);
  return at == std::string_view::npos ? text.size() : at + closing.size();
}

/// Returns the end of the comment, processing instruction or CDATA section at `at`; `at` when none
/// begins there.
std::size_t end_of_section(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at);
  if (rest.starts_with("<!--")) return end_of(text, at + 4, "-->");
  if (rest.starts_with("<?")) return end_of(text, at + 2, "?>");
  if (rest.starts_with("<![CDATA[")) return end_of(text, at + 9, "]]>");
  return at;
}

bool is_character(unsigned code) {
  if (code < 0x20) return code == '\t' || code == '\n' || code == '\r';
  return code <= 0x10FFFF && !(code >= 0xD800 && code <= 0xDFFF) && code != 0xFFFE &&
         code != 0xFFFF;
}

/// Writes the repaired reference that begins with the `&` at `at`; returns the offset behind it.
std::size_t copy_reference(std::string_view text, std::size_t at, std::string& out) {
  const std::string_view rest = text.substr(at + 1, kLongestReference);
  const std::size_t semicolon = rest.find(';');
  const std::string_view name = rest.substr(0, semicolon);
  if (semicolon != std::string_view::npos && name.starts_with('#')) {
    const bool is_hex = name.substr(1, 1) == "x";
    const std::string_view digits = name.substr(is_hex ? 2 : 1);
    unsigned code = 0;
    const auto read =
        std::from_chars(digits.data(), digits.data() + digits.size(), code, is_hex ? 16 : 10);
    if (!digits.empty() && read.ptr == digits.data() + digits.size()) {
      if (read.ec == std::errc{} && is_character(code)) {
        out.append("&").append(name).append(";");
      } else {
        out.append(kReplacementText);
      }
      return at + name.size() + 2;
    }
  } else if (semicolon != std::string_view::npos &&
             (name == "lt" || name == "gt" || name == "amp" || name == "quot" || name == "apos")) {
    out.append("&").append(name).append(";");
    return at + name.size() + 2;
  }
  out.append("&amp;");
  return at + 1;
}

/// Spaces for the XML declaration, whose encoding is not that of the text any more.
void blank_declaration(std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  const std::string_view rest = std::string_view(text).substr(std::min(first, text.size()));
  if (!rest.starts_with("<?xml") || rest.substr(5, 1).find_first_of(" \t\r\n") != 0) return;
  const std::size_t end = end_of(text, first, "?>");
  std::replace_if(
      text.begin() + static_cast<std::ptrdiff_t>(first),
      text.begin() + static_cast<std::ptrdiff_t>(end),
      [](char c) { return c != '\n' && c != '\r'; }, ' ');
}

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

std::string without_declarations(std::string_view utf8) {
  if (utf8.starts_with("\xEF\xBB\xBF")) utf8.remove_prefix(3);
  std::string text = without_doctype(utf8);
  blank_declaration(text);
  std::replace_if(
      text.begin(), text.end(), [](char c) { return !is_character(static_cast<unsigned char>(c)); },
      ' ');
  std::string out;
  out.reserve(text.size() + text.size() / 16);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t next = std::min(text.find_first_of("<&", at), text.size());
    out.append(text, at, next - at);
    at = next;
    if (at == text.size()) break;
    if (text[at] == '&') {
      at = copy_reference(text, at, out);
    } else {
      const std::size_t end = std::max(end_of_section(text, at), at + 1);
      out.append(text, at, end - at);
      at = end;
    }
  }
  return out;
}

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
