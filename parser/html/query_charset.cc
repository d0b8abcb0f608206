#include "parser/html/query_charset.h"

#include <unicode/ucnv.h>
#include <unicode/ucnv_err.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <cstddef>

#include "base/text/ascii.h"
#include "parser/html/charset.h"

namespace porthole::parser {
namespace {

constexpr std::string_view kEncoded = " \"#<>'";  // the special-query percent-encode set

void append_encoded(std::string& out, char c) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  const auto byte = static_cast<unsigned char>(c);
  out += '%';
  out += kDigits[byte >> 4];
  out += kDigits[byte & 15];
}

/// The length of the character reference ("&#1234;") that `text` begins with; 0 for none.
std::size_t reference_length(std::string_view text) {
  if (!text.starts_with("&#")) return 0;
  const auto end = std::find_if_not(text.begin() + 2, text.end(), is_digit);
  return end == text.end() || *end != ';' ? 0 : static_cast<std::size_t>(end - text.begin()) + 1;
}

/// Each `&#` in the bytes begins a reference of the converter: a `#` of the page ends its query.
std::string percent_encoded(std::string_view bytes) {
  std::string out;
  while (!bytes.empty()) {
    const std::size_t reference = reference_length(bytes);
    if (reference > 0) {
      out.append("%26%23").append(bytes.substr(2, reference - 3)).append("%3B");
      bytes.remove_prefix(reference);
      continue;
    }
    const char c = bytes.front();
    const auto byte = static_cast<unsigned char>(c);
    if (byte <= 0x20 || byte >= 0x7F || kEncoded.find(c) != std::string_view::npos) {
      append_encoded(out, c);
    } else {
      out += c;
    }
    bytes.remove_prefix(1);
  }
  return out;
}

/// The bytes of `text` in a charset of ICU, with character references for what it lacks; "" when
/// ICU cannot write it.
std::string bytes_in(const icu::UnicodeString& text, const char* icu_name) {
  UErrorCode error = U_ZERO_ERROR;
  const icu::LocalUConverterPointer converter(ucnv_open(icu_name, &error));
  if (U_FAILURE(error)) return "";
  ucnv_setFromUCallBack(converter.getAlias(), UCNV_FROM_U_CALLBACK_ESCAPE, UCNV_ESCAPE_XML_DEC,
                        nullptr, nullptr, &error);
  std::string out(static_cast<std::size_t>(text.length()) * 12 + 16, '\0');
  const std::int32_t size =
      ucnv_fromUChars(converter.getAlias(), out.data(), static_cast<std::int32_t>(out.size()),
                      text.getBuffer(), text.length(), &error);
  if (U_FAILURE(error) || size > static_cast<std::int32_t>(out.size())) return "";
  out.resize(static_cast<std::size_t>(size));
  return out;
}

}  // namespace

std::string query_charset(std::string_view charset) {
  const bool is_unicode = charset.empty() || charset == "utf-8" || charset.starts_with("utf-16");
  return is_unicode ? "" : std::string(charset);
}

std::string query_in_charset(std::string_view query, std::string_view charset) {
  const auto text = icu::UnicodeString::fromUTF8(
      icu::StringPiece(query.data(), static_cast<std::int32_t>(query.size())));
  const std::string bytes = bytes_in(text, icu_charset(charset));
  return percent_encoded(bytes.empty() ? query : std::string_view(bytes));
}

}  // namespace porthole::parser
