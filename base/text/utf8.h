#pragma once

/// Decodes and encodes single characters of UTF-8.
/// Source: https://encoding.spec.whatwg.org/#utf-8-decoder (one U+FFFD for each maximal invalid
/// part).

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace porthole {

inline constexpr char32_t kReplacement = 0xFFFD;

/// A decoded character and the bytes that it took; U+FFFD when they were not valid.
struct Character {
  char32_t code = kReplacement;
  std::uint8_t length = 1;  ///< Bytes read, from 1 to 4.
  bool valid = false;
};

/// Decodes the character that begins at `at`. Requires: at < text.size().
Character decode_utf8(std::string_view text, std::size_t at);

/// Appends `code` as UTF-8; a surrogate or a number over U+10FFFF becomes U+FFFD.
void append_utf8(std::string& out, char32_t code);

/// U+FDD0 to U+FDEF and the last two of every plane.
constexpr bool is_noncharacter(char32_t code) {
  return (code >= 0xFDD0 && code <= 0xFDEF) || (code & 0xFFFE) == 0xFFFE;
}

constexpr bool is_surrogate(char32_t code) { return code >= 0xD800 && code <= 0xDFFF; }

}  // namespace porthole
