#include "base/url/percent_encode.h"

#include <array>

#include "base/text/ascii.h"

namespace porthole {
namespace {

/// For each byte the EncodeSets that have it, as bits.
using SetTable = std::array<std::uint8_t, 256>;

constexpr SetTable make_table() {
  SetTable table{};
  const auto add = [&table](std::string_view characters, std::initializer_list<EncodeSet> sets) {
    for (const char c : characters) {
      for (const EncodeSet set : sets) {
        table[static_cast<unsigned char>(c)] |= static_cast<std::uint8_t>(set);
      }
    }
  };
  using enum EncodeSet;
  for (std::size_t byte = 0; byte < 256; ++byte) {
    if (byte < 0x20 || byte > 0x7E) table[byte] = 0xFF;
  }
  add(" \"<>", {kFragment, kQuery, kSpecialQuery, kPath, kUserinfo});
  add("`", {kFragment, kPath, kUserinfo});
  add("#", {kQuery, kSpecialQuery, kPath, kUserinfo});
  add("'", {kSpecialQuery});
  add("?^{}", {kPath, kUserinfo});
  add("/:;=@[\\]|", {kUserinfo});
  return table;
}

constexpr SetTable kSets = make_table();

}  // namespace

std::string encode_parameter(std::string_view value) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string out;
  for (const char c : value) {
    const auto byte = static_cast<unsigned char>(c);
    if (is_alpha(c) || is_digit(c) || c == '-' || c == '.' || c == '_' || c == '~') {
      out += c;
    } else {
      out += {'%', kDigits[byte >> 4], kDigits[byte & 15]};
    }
  }
  return out;
}

void append_percent_encoded(std::string& out, std::string_view text, EncodeSet set) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::size_t plain = 0;  // where the run of bytes that stay begins
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((kSets[byte] & static_cast<std::uint8_t>(set)) == 0) continue;
    out.append(text, plain, i - plain);
    const char encoded[] = {'%', kDigits[byte >> 4], kDigits[byte & 15]};
    out.append(encoded, sizeof encoded);
    plain = i + 1;
  }
  out.append(text, plain);
}

bool starts_with_percent_encoding(std::string_view text) {
  return text.size() >= 3 && text[0] == '%' && hex_value(text[1]) >= 0 && hex_value(text[2]) >= 0;
}

std::string percent_decode(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (starts_with_percent_encoding(text.substr(i))) {
      out += static_cast<char>(hex_value(text[i + 1]) * 16 + hex_value(text[i + 2]));
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

}  // namespace porthole
