#pragma once

/// Percent-encoding and decoding with the encode sets of the URL standard.
/// Source: https://url.spec.whatwg.org/#percent-encoded-bytes

#include <cstdint>
#include <string>
#include <string_view>

namespace porthole {

/// Sets of characters to encode. Every set contains the C0 controls and all non-ASCII characters.
enum class EncodeSet : std::uint8_t {
  kC0Control = 1 << 0,
  kFragment = 1 << 1,
  kQuery = 1 << 2,
  kSpecialQuery = 1 << 3,
  kPath = 1 << 4,
  kUserinfo = 1 << 5,
};

/// Appends `text` to `out` with the bytes of `set` encoded ("%E2"). A percent sign stays as it is.
void append_percent_encoded(std::string& out, std::string_view text, EncodeSet set);

/// Returns `value` as the value of a parameter of a query, with all but the unreserved characters
/// of RFC 3986, 2.3, encoded.
std::string encode_parameter(std::string_view value);

/// Decodes each "%XX" of `text`; a percent sign without two hexadecimal digits stays.
std::string percent_decode(std::string_view text);

/// True if `text` begins with a percent sign and two hexadecimal digits.
bool starts_with_percent_encoding(std::string_view text);

/// The value of a hexadecimal digit, -1 for any other character.
constexpr int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace porthole
