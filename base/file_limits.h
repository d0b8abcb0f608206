#pragma once

/// Size limits, in bytes, of files that a user names; larger files are refused.

#include <cstddef>

namespace porthole {

inline constexpr std::size_t kLargestSpecification = 16 << 20;
inline constexpr std::size_t kLargestPage = 64 << 20;

}  // namespace porthole
