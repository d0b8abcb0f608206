#pragma once

/// How large a file that a user names may be; a larger one is refused.

#include <cstddef>

namespace porthole {

inline constexpr std::size_t kLargestSpecification = 16 << 20;
inline constexpr std::size_t kLargestPage = 64 << 20;

}  // namespace porthole
