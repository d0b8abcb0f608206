#pragma once

/// A copy of bytes in a block of exactly their size.

#include <algorithm>
#include <memory>
#include <string_view>

namespace porthole {

inline std::unique_ptr<char[]> copy_of(std::string_view bytes) {
  auto block = std::make_unique_for_overwrite<char[]>(bytes.size());
  std::copy(bytes.begin(), bytes.end(), block.get());
  return block;
}

}  // namespace porthole
