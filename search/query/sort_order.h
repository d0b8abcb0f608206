#pragma once

/// The sort orders of `sort:`.
///
/// Thread safety: functions without state.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "search/query/query_tree.h"

namespace porthole::search {

/// The default order.
inline constexpr std::string_view kScoreOrder = "score";

/// The order of that name, case-insensitive; a leading `-` reverses it. Nothing for kScoreOrder and
/// unknown names.
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
