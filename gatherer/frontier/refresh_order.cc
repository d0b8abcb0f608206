#include "gatherer/frontier/refresh_order.h"

#include <algorithm>

namespace porthole::gatherer {
namespace {

/// The columns, numbered as in kColumns.
struct Column {
  enum Number : std::uint8_t {
    kLastVisited,
    kTries,
    kHub,
    kAuthority,
    kRelevance,
    kDensity,
    kValue
  };
};
constexpr OrderColumn kColumns[] = {{"lastvisited"},     {"tries"},           {"hub", true},
                                    {"authority", true}, {"relevance", true}, {"density", true},
                                    {"value", true}};

double value_of(const KnownPage& page, std::uint8_t column) {
  switch (column) {
    case Column::kLastVisited:
      return std::chrono::duration<double>(page.fetched_at.time_since_epoch()).count();
    case Column::kTries:
      return page.tries;
    case Column::kHub:
      return page.hub;
    case Column::kAuthority:
      return page.authority;
    case Column::kRelevance:
      return page.relevance;
    case Column::kDensity:
      return page.density;
    default:
      return page.value;
  }
}

}  // namespace

RefreshOrder RefreshOrder::by_hubs() {
  return RefreshOrder({{Column::kHub, true}, {Column::kRelevance, true}, {Column::kDensity, true}});
}

RefreshOrder RefreshOrder::by_value() {
  return RefreshOrder({{Column::kValue, true},
                       {Column::kHub, true},
                       {Column::kRelevance, true},
                       {Column::kDensity, true}});
}

Result<RefreshOrder> RefreshOrder::parse(std::string_view text) {
  Result<std::vector<OrderKey>> keys = parse_order(text, kColumns, "pages");
  if (keys) return RefreshOrder(std::move(*keys));
  Error error = keys.error();
  error.code = ErrorCode::kUsage;
  return fail(std::move(error));
}

Result<RefreshOrder> RefreshOrder::specified(const collection::Specification& specification) {
  const collection::Refresh& refresh = specification.refresh;
  if (refresh.order.empty()) return by_hubs();
  Result<RefreshOrder> order = parse(refresh.order);
  if (order) return order;
  Error error = order.error();
  error.code = ErrorCode::kInvalid;
  error.file = specification.file.string();
  error.line = refresh.place.line;
  error.column = refresh.place.column;
  return fail(std::move(error));
}

std::string RefreshOrder::text() const { return order_in_words(keys_, kColumns); }

bool RefreshOrder::needs_value() const {
  return std::ranges::find(keys_, Column::kValue, &OrderKey::column) != keys_.end();
}

bool RefreshOrder::before(const KnownPage& a, const KnownPage& b) const {
  for (const OrderKey& key : keys_) {
    const double x = value_of(a, key.column), y = value_of(b, key.column);
    if (x < y) return !key.descending;
    if (y < x) return key.descending;
  }
  return false;
}

}  // namespace porthole::gatherer
