#pragma once

/// Numbers in as few bytes as they need: seven bits a byte, the least first; the eighth says that
/// another follows (LEB128).

#include <cstdint>
#include <string>

namespace porthole {

inline void append_varint(std::uint64_t number, std::string& bytes) {
  for (; number >= 0x80; number >>= 7) bytes.push_back(static_cast<char>(number | 0x80));
  bytes.push_back(static_cast<char>(number));
}

/// Requires: a number of append_varint() at `at`, which moves behind it.
inline std::uint64_t take_varint(const char*& at) {
  std::uint64_t number = 0;
  for (int shift = 0;; shift += 7) {
    const auto byte = static_cast<std::uint8_t>(*at++);
    number |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
    if (byte < 0x80) return number;
  }
}

}  // namespace porthole
