#pragma once

/// Parser for Gopher menus.
///
/// Source: RFC 1436 3.4 to 3.9; RFC 4266 for URLs; item type "i" and selectors "URL:" by custom.
/// Thread safety: all functions, any thread.

#include <string>
#include <string_view>
#include <vector>

namespace porthole {

struct GopherItem {
  char type = 'i';   ///< '0' text, '1' menu, 'i' text without a link, '3' an error, ...
  std::string name;  ///< The display string.
  std::string url;   ///< "" for an item without a link.
};

/// The items of `menu`; invalid lines are skipped. At most 10,000 are read.
std::vector<GopherItem> read_menu(std::string_view menu);

/// The body of a text document without the final dot and with dot-stuffing removed.
std::string without_last_line(std::string_view body);

}  // namespace porthole
