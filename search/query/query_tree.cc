#include "search/query/query_tree.h"

#include <algorithm>

#include "base/text/text.h"
#include "indexer/fields.h"

namespace porthole::search {

const std::vector<NamedOrder>& sort_orders() {
  static const std::vector<NamedOrder> kOrders = {
      {"date", indexer::kStatedDateSlot, true, "The newest first"},
      {"oldest", indexer::kStatedDateSlot, false, "The oldest first"},
      {"size", indexer::kSizeSlot, true, "The largest first"},
      {"relevance", indexer::kRelevanceSlot, true, "The nearest to the topic first"},
      {"recommendations", indexer::kRecommendationsSlot, true,
       "Those first of which most other sites say something"}};
  return kOrders;
}

std::optional<SortOrder> sort_order(std::string_view name) {
  const bool is_turned = name.starts_with('-');
  const std::string_view plain = is_turned ? name.substr(1) : name;
  const auto& orders = sort_orders();
  const auto found = std::find_if(orders.begin(), orders.end(), [plain](const NamedOrder& one) {
    return equals_ignoring_case(one.name, plain);
  });
  if (found == orders.end()) return std::nullopt;
  return SortOrder{(is_turned ? "-" : "") + std::string(found->name), found->slot,
                   found->descending != is_turned};
}

std::string sort_order_names() {
  std::string names(kScoreOrder);
  for (const NamedOrder& order : sort_orders()) names.append(", ").append(order.name);
  return names;
}

}  // namespace porthole::search
