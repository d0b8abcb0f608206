#pragma once

/// The separators between the parts of a title: "Pruning roses - The Garden | Home".

#include <cstddef>
#include <string_view>
#include <vector>

namespace porthole {

/// Bytes [begin, end) of a separator with the spaces around it.
struct TitleSeparator {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// The first eight separators of `title` that have text on both sides: a bar, a dash between
/// spaces, a middle dot, angle quotes, ... Linear in the title.
std::vector<TitleSeparator> title_separators(std::string_view title);

}  // namespace porthole
