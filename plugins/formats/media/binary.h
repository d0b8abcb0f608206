#pragma once

/// Numbers in binary files, and numbers as a Document has them.

#include <cstdint>
#include <string>
#include <string_view>

namespace porthole {

/// `bytes` bytes (at most 8) from `at` on as a number, 0 where `data` is too short.
std::uint64_t big_endian(std::string_view data, std::size_t at, std::size_t bytes);
std::uint64_t little_endian(std::string_view data, std::size_t at, std::size_t bytes);

/// substr() that gives what there is instead of an exception.
std::string_view slice(std::string_view data, std::size_t at, std::size_t bytes = std::string_view::npos);

/// With at most `digits` digits behind the point and no zeros at the end: "12.5", "-0.25", "3".
std::string decimal(double value, int digits);

}  // namespace porthole
