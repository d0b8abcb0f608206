#include "parser/html/charset.h"

#include <uchardet.h>
#include <unicode/ucnv.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>

#include "base/text/ascii.h"
#include "base/text/text.h"
#include "base/text/utf8.h"
#include "parser/html/charset_labels.h"
#include "parser/html/tag_scanner.h"

namespace porthole::parser {
namespace {

constexpr std::string_view kUtf8 = "utf-8";
constexpr std::size_t kPrescanBytes = 1024;
constexpr std::size_t kDetectBytes = 64 * 1024;

const Charset* find_charset(std::string_view label) {
  if (label.empty() || label.size() > 64 || label.find(' ') != std::string_view::npos)
    return nullptr;
  for (const Charset& charset : kCharsets) {
    if (charset.name == label) return &charset;
    const auto at = charset.labels.find(label);
    if (at == std::string_view::npos) continue;
    for (const auto known : split(charset.labels, ' ')) {
      if (known == label) return &charset;
    }
  }
  return nullptr;
}

std::string charset_from_mark(std::string_view body) {
  if (body.starts_with("\xEF\xBB\xBF")) return "utf-8";
  if (body.starts_with("\xFE\xFF")) return "utf-16be";
  if (body.starts_with("\xFF\xFE")) return "utf-16le";
  return "";
}

enum class Utf8Check { kAscii, kValid, kInvalid };

constexpr bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }

/// The end of the run of ASCII that begins at `at`; checks eight bytes at a time.
std::size_t skip_ascii(std::string_view text, std::size_t at) {
  constexpr std::uint64_t kHighBits = 0x8080808080808080u;
  for (std::uint64_t word = 0; at + sizeof word <= text.size(); at += sizeof word) {
    std::memcpy(&word, text.data() + at, sizeof word);
    if ((word & kHighBits) != 0) break;
  }
  while (at < text.size() && is_ascii(text[at])) ++at;
  return at;
}

Utf8Check check_utf8(std::string_view body) {
  Utf8Check result = Utf8Check::kAscii;
  for (std::size_t at = skip_ascii(body, 0); at < body.size(); at = skip_ascii(body, at)) {
    const Character c = decode_utf8(body, at);
    if (!c.valid) return Utf8Check::kInvalid;
    result = Utf8Check::kValid;
    at += c.length;
  }
  return result;
}

/// The first `size` bytes, without a partial character at the end.
std::string_view sample_of(std::string_view body, std::size_t size) {
  if (body.size() <= size) return body;
  while (size > 0 && (static_cast<unsigned char>(body[size]) & 0xC0) == 0x80) --size;
  return body.substr(0, size);
}

std::string charset_by_detector(std::string_view body) {
  const std::unique_ptr<uchardet, decltype(&uchardet_delete)> detector(uchardet_new(),
                                                                       &uchardet_delete);
  if (detector == nullptr) return "";
  if (uchardet_handle_data(detector.get(), body.data(), body.size()) != 0) return "";
  uchardet_data_end(detector.get());
  return charset_from_label(uchardet_get_charset(detector.get()));
}

/// The charset of a meta element: attribute charset, or content when http-equiv says Content-Type.
std::string charset_of_meta(std::string_view attributes) {
  AttributeScanner scanner(attributes);
  std::string_view name, value, content, charset;
  bool is_content_type = false;
  while (scanner.next(name, value)) {
    if (equals_ignoring_case(name, "charset") && charset.empty()) charset = value;
    if (equals_ignoring_case(name, "content") && content.empty()) content = value;
    if (equals_ignoring_case(name, "http-equiv")) {
      is_content_type = equals_ignoring_case(trim(value), "content-type");
    }
  }
  if (charset.empty() && is_content_type) charset = charset_parameter(content);
  return charset_from_label(charset);
}

/// <?xml version="1.0" encoding="..."?>
std::string charset_of_xml_declaration(std::string_view body) {
  if (!body.starts_with("<?xml")) return "";
  const std::string_view declaration = body.substr(5, body.find('>') - 5);
  AttributeScanner scanner(declaration);
  std::string_view name, value;
  while (scanner.next(name, value)) {
    if (name == "encoding") return charset_from_label(value);
  }
  return "";
}

/// The charset of the first meta element that names one.
std::string charset_of_metas(std::string_view html) {
  TagScanner scanner(html);
  for (Piece piece = scanner.next(); piece.type != Piece::Type::kEnd; piece = scanner.next()) {
    if (piece.type != Piece::Type::kOpen || !equals_ignoring_case(piece.name, "meta")) continue;
    const std::string charset = charset_of_meta(piece.attributes);
    // A page whose meta element can be read as ASCII cannot be UTF-16, despite the declaration.
    if (charset.starts_with("utf-16")) return std::string(kUtf8);
    if (!charset.empty()) return charset;
  }
  return "";
}

bool has_ascii_tag(std::string_view sample) {
  for (std::size_t at = sample.find('<'); at < sample.size() - 1; at = sample.find('<', at + 1)) {
    const char next = sample[at + 1];
    if (is_alpha(next) || next == '/' || next == '!') return true;
  }
  return false;
}

/// UTF-16 without a mark, as spreadsheets save it: the high bytes of ASCII are NUL, and those of
/// spaces and line ends in other scripts. No other text has NUL at every other byte alone, but for
/// pages with stray ones, whose tags can be read as ASCII.
std::string charset_by_zeros(std::string_view sample) {
  if (sample.find('\0') == std::string_view::npos || has_ascii_tag(sample)) return "";
  constexpr std::size_t kLeastShare = 32;  // One in so many characters has one.
  std::array<std::size_t, 2> zeros{};
  for (std::size_t i = 0; i < sample.size(); ++i) zeros[i % 2] += sample[i] == '\0' ? 1 : 0;
  const std::size_t most = std::max(zeros[0], zeros[1]);
  if (std::min(zeros[0], zeros[1]) > 0 || most < 2) return "";
  if (most * 2 * kLeastShare < sample.size()) return "";
  return zeros[0] > 0 ? "utf-16be" : "utf-16le";
}

std::string_view without_mark(std::string_view body, std::string_view charset) {
  if (charset == kUtf8 && body.starts_with("\xEF\xBB\xBF")) return body.substr(3);
  const bool utf16 = charset == "utf-16le" || charset == "utf-16be";
  return utf16 && charset_from_mark(body) == charset ? body.substr(2) : body;
}

/// UTF-8 with U+FFFD for every invalid part and for NUL.
std::string repaired(std::string_view text) {
  std::string out;
  out.reserve(text.size() + 64);
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_ascii(text[end]) && text[end] != '\0') ++end;
    out.append(text, at, end - at);
    at = end;
    if (at == text.size()) break;
    const Character c = decode_utf8(text, at);
    append_utf8(out, c.code == 0 ? kReplacement : c.code);
    at += c.length;
  }
  return out;
}

std::string converted(std::string_view body, const char* icu_name) {
  UErrorCode error = U_ZERO_ERROR;
  const icu::LocalUConverterPointer converter(ucnv_open(icu_name, &error));
  if (U_FAILURE(error)) return repaired(body);
  const icu::UnicodeString text(body.data(), static_cast<int32_t>(body.size()),
                                converter.getAlias(), error);
  std::string out;
  if (U_SUCCESS(error)) text.toUTF8String(out);
  return out;
}

}  // namespace

std::string charset_from_label(std::string_view label) {
  const Charset* charset = find_charset(ascii_lower(trim(label.substr(0, 256))));
  return charset == nullptr ? "" : std::string(charset->name);
}

const char* icu_charset(std::string_view charset) {
  const Charset* known = find_charset(charset);
  return known == nullptr ? "UTF-8" : known->icu.data();
}

std::string_view charset_parameter(std::string_view content_type) {
  // https://html.spec.whatwg.org/#algorithm-for-extracting-a-character-encoding-from-a-meta-element
  for (std::size_t at = 0; at + 7 < content_type.size(); ++at) {
    if (!equals_ignoring_case(content_type.substr(at, 7), "charset")) continue;
    std::string_view rest = trim(content_type.substr(at + 7));
    if (rest.empty() || rest.front() != '=') continue;
    rest = trim(rest.substr(1));
    if (!rest.empty() && (rest.front() == '"' || rest.front() == '\'')) {
      const auto end = rest.find(rest.front(), 1);
      return end == std::string_view::npos ? std::string_view() : rest.substr(1, end - 1);
    }
    return rest.substr(0, rest.find_first_of("; \t\r\n"));
  }
  return {};
}

std::string declared_charset(std::string_view body) {
  const std::string_view head = body.substr(0, kPrescanBytes);
  if (auto charset = charset_of_xml_declaration(head); !charset.empty()) return charset;
  return charset_of_metas(head);
}

std::string detect_charset(std::string_view body, std::string_view content_type, MetaReach reach) {
  if (auto charset = charset_from_mark(body); !charset.empty()) return charset;
  if (auto charset = charset_from_label(charset_parameter(content_type)); !charset.empty()) {
    return charset;
  }
  if (auto charset = declared_charset(body); !charset.empty()) return charset;
  const std::string_view sample = sample_of(body, kDetectBytes);
  if (auto charset = charset_by_zeros(sample); !charset.empty()) return charset;
  const Utf8Check check = check_utf8(sample);
  if (check == Utf8Check::kValid) return std::string(kUtf8);
  if (reach == MetaReach::kWholePage) {
    if (auto charset = charset_of_metas(body); !charset.empty()) return charset;
  }
  const std::string guess = check == Utf8Check::kAscii ? "" : charset_by_detector(sample);
  return guess.empty() ? "windows-1252" : guess;
}

std::string_view to_utf8(std::string_view body, std::string_view charset, std::string& buffer) {
  body = without_mark(body, charset);
  const Charset* known = find_charset(charset);
  const bool is_utf8 = known == nullptr || known->name == kUtf8;
  const Utf8Check check = check_utf8(body);
  // All other charsets of the standard agree with ASCII on bytes under 0x80.
  const bool shifts = charset == "iso-2022-jp" || charset.starts_with("utf-16");
  const bool has_nul = body.find('\0') != std::string_view::npos;
  if (is_utf8 || (check == Utf8Check::kAscii && !shifts)) {
    if (check != Utf8Check::kInvalid && !has_nul) return body;
    buffer = repaired(body);
  } else {
    buffer = converted(body, known->icu.data());
    if (buffer.find('\0') != std::string::npos) buffer = repaired(buffer);
  }
  return buffer;
}

}  // namespace porthole::parser
