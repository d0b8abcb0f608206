#include "base/text/utf8.h"

namespace porthole {
namespace {

/// Properties of a sequence by its lead byte. The range of the second byte excludes overlong forms,
/// surrogates and numbers over U+10FFFF.
struct Lead {
  std::uint8_t length = 0;  // 0: cannot begin a character
  std::uint8_t bits = 0;
  std::uint8_t second_low = 0x80;
  std::uint8_t second_high = 0xBF;
};

constexpr Lead lead_of(std::uint8_t byte) {
  const auto low = [byte](unsigned mask) { return static_cast<std::uint8_t>(byte & mask); };
  if (byte >= 0xC2 && byte <= 0xDF) return {2, low(0x1F)};
  if (byte == 0xE0) return {3, 0, 0xA0, 0xBF};
  if (byte == 0xED) return {3, low(0x0F), 0x80, 0x9F};
  if (byte >= 0xE1 && byte <= 0xEF) return {3, low(0x0F)};
  if (byte == 0xF0) return {4, 0, 0x90, 0xBF};
  if (byte >= 0xF1 && byte <= 0xF3) return {4, low(0x07)};
  if (byte == 0xF4) return {4, low(0x07), 0x80, 0x8F};
  return {};
}

}  // namespace

Character decode_utf8(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[at + i]); };
  if (byte(0) < 0x80) return {byte(0), 1, true};
  const Lead lead = lead_of(byte(0));
  if (lead.length == 0) return {};
  char32_t code = lead.bits;
  for (std::uint8_t i = 1; i < lead.length; ++i) {
    const std::uint8_t low = i == 1 ? lead.second_low : 0x80;
    const std::uint8_t high = i == 1 ? lead.second_high : 0xBF;
    if (at + i >= text.size() || byte(i) < low || byte(i) > high) return {kReplacement, i, false};
    code = (code << 6) | (byte(i) & 0x3F);
  }
  return {code, lead.length, true};
}

void append_utf8(std::string& out, char32_t code) {
  if (is_surrogate(code) || code > 0x10FFFF) code = kReplacement;
  const auto tail = [&](int shift) { out += static_cast<char>(0x80 | ((code >> shift) & 0x3F)); };
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xC0 | (code >> 6));
    tail(0);
  } else if (code < 0x10000) {
    out += static_cast<char>(0xE0 | (code >> 12));
    tail(6);
    tail(0);
  } else {
    out += static_cast<char>(0xF0 | (code >> 18));
    tail(12);
    tail(6);
    tail(0);
  }
}

}  // namespace porthole
