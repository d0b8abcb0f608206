#pragma once

/// Reads integers from binary files, and formats numbers for a Document.

#include <cstdint>
#include <string>
#include <string_view>

namespace porthole {

/// The integer of `bytes` bytes (at most 8) at `at`, 0 if `data` is too short.
std::uint64_t big_endian(std::string_view data, std::size_t at, std::size_t bytes);
std::uint64_t little_endian(std::string_view data, std::size_t at, std::size_t bytes);

/// substr() that returns what is available instead of throwing.
std::string_view slice(std::string_view data, std::size_t at,
                       std::size_t bytes = std::string_view::npos);

/// At most `digits` digits after the point, without trailing zeros: "12.5", "-0.25", "3".
std::string decimal(double value, int digits);

}  // namespace porthole
