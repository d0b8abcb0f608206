#include "plugins/formats/print/pdfmarks.h"

#include <algorithm>
#include <optional>

#include "base/text/text.h"
#include "base/text/utf8.h"
#include "base/url/url.h"
#include "plugins/formats/documents/block_writer.h"
#include "plugins/formats/documents/metadata.h"

namespace porthole {
namespace {

constexpr std::size_t kStringBytes = 4096;

bool is_octal(char c) { return c >= '0' && c <= '7'; }

/// The character that stands behind a backslash; takes up to three digits.
std::string escaped(std::string_view& text) {
  const char c = text.front();
  text.remove_prefix(1);
  if (is_octal(c)) {
    int code = c - '0';
    for (int digits = 1; digits < 3 && !text.empty() && is_octal(text.front()); ++digits) {
      code = code * 8 + (text.front() - '0');
      text.remove_prefix(1);
    }
    return std::string(1, static_cast<char>(code));
  }
  if (c == 'n' || c == 'r' || c == 't' || c == '\n') return c == '\n' ? "" : " ";
  return std::string(1, c);
}

/// UTF-16 with its mark, UTF-8, or Latin-1, which is what PDFDocEncoding is but for a few marks.
std::string to_utf8(const std::string& bytes) {
  std::string text;
  if (bytes.starts_with("\xFE\xFF")) {
    for (std::size_t i = 2; i + 1 < bytes.size(); i += 2) {
      append_utf8(text, static_cast<char32_t>(static_cast<unsigned char>(bytes[i]) << 8 |
                                              static_cast<unsigned char>(bytes[i + 1])));
    }
    return text;
  }
  bool is_utf8 = true;
  for (std::size_t i = 0; i < bytes.size();) {
    const Character character = decode_utf8(bytes, i);
    is_utf8 = is_utf8 && character.valid;
    i += character.length;
  }
  if (is_utf8) return bytes;
  for (const char c : bytes) append_utf8(text, static_cast<unsigned char>(c));
  return text;
}

}  // namespace

std::string postscript_string(std::string_view text) {
  std::string bytes;
  int open = 0;
  while (!text.empty() && bytes.size() < kStringBytes) {
    const char c = text.front();
    text.remove_prefix(1);
    if (c == '\\' && !text.empty()) {
      bytes += escaped(text);
      continue;
    }
    if (c == ')' && --open == 0) break;
    if (c != '(' || open++ > 0) bytes += c;
  }
  return to_utf8(bytes);
}

void read_pdfmarks(std::string_view program, const PageBytes& page, Document& document) {
  const Result<Url> base = Url::parse(page.url);
  for (auto at = program.find('/'); at != std::string_view::npos; at = program.find('/', at + 1)) {
    const std::string_view rest = program.substr(at + 1, 2 * kStringBytes);
    const std::string_view name = rest.substr(0, rest.find_first_of(" (\r\n\t"));
    const std::string_view value = trim(rest.substr(name.size()));
    if (!value.starts_with('(')) continue;
    if (name == "Title" && document.title.empty())
      document.title = fold_space(clean_utf8(postscript_string(value)));
    if (name == "Author") add_names(document, "author", postscript_string(value));
    if (name == "Subject") document.description = fold_space(clean_utf8(postscript_string(value)));
    if (name == "Keywords") add_keywords(document, postscript_string(value));
    if (name != "URI" || document.links.size() >= static_cast<std::size_t>(page.limits.links))
      continue;
    const std::string url = link_url(postscript_string(value), base ? &*base : nullptr);
    if (!url.empty()) document.links.emplace_back().url = url;
  }
}

}  // namespace porthole
