#pragma once

/// A menu of Gopher, as lines of items.
///
/// Source: RFC 1436 3.4 to 3.9; RFC 4266 for URLs; item type "i" and selectors "URL:" by custom.
/// Thread safety: all functions, any thread.

#include <string>
#include <string_view>
#include <vector>

namespace porthole {

struct GopherItem {
  char type = 'i';   ///< '0' text, '1' menu, 'i' words without a link, '3' an error, ...
  std::string name;  ///< What is shown.
  std::string url;   ///< "" for one that leads nowhere.
};

/// The items of `menu`; lines that make no sense are left out. At most 10,000 are read.
std::vector<GopherItem> read_menu(std::string_view menu);

/// `body` of a text document without the dot that ends it and the dots that were doubled for it.
std::string without_last_line(std::string_view body);

}  // namespace porthole
