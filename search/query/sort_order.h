#pragma once

/// The names behind `sort:`. Thread safety: functions without state. This header is the room's own.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "search/query/query_tree.h"

namespace porthole::search {

/// What results are sorted by where nothing is said.
inline constexpr std::string_view kScoreOrder = "score";

/// The order of that name, of any case; a `-` before it turns it round. Nothing for kScoreOrder and
/// for a name that is none.
std::optional<SortOrder> sort_order(std::string_view name);

struct NamedOrder {
  std::string_view name;
  unsigned slot;
  bool descending;
  std::string_view meaning;
};
const std::vector<NamedOrder>& sort_orders();

/// "score, date, oldest, ...".
std::string sort_order_names();

}  // namespace porthole::search
