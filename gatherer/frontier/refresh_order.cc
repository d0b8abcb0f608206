#include "gatherer/frontier/refresh_order.h"

#include <algorithm>

#include "base/text/text.h"

namespace porthole::gatherer {

struct RefreshOrder::Name {
  std::string_view text;
  Column column;
  bool descending;  ///< By default.
};

const std::vector<RefreshOrder::Name>& RefreshOrder::names() {
  static const std::vector<Name> all = {{"lastvisited", Column::kLastVisited, false},
                                        {"tries", Column::kTries, false},
                                        {"hub", Column::kHub, true},
                                        {"authority", Column::kAuthority, true},
                                        {"relevance", Column::kRelevance, true},
                                        {"density", Column::kDensity, true},
                                        {"value", Column::kValue, true}};
  return all;
}

RefreshOrder RefreshOrder::by_hubs() {
  RefreshOrder order;
  order.keys_ = {{Column::kHub, true}, {Column::kRelevance, true}, {Column::kDensity, true}};
  return order;
}

RefreshOrder RefreshOrder::by_value() {
  RefreshOrder order;
  order.keys_ = {{Column::kValue, true},
                 {Column::kHub, true},
                 {Column::kRelevance, true},
                 {Column::kDensity, true}};
  return order;
}

Result<RefreshOrder> RefreshOrder::parse(std::string_view text) {
  const auto refuse = [&](const std::string& part) {
    std::string known;
    for (const Name& name : names()) known += (known.empty() ? "" : ", ") + std::string(name.text);
    return fail(
        ErrorCode::kUsage, "not a valid order of pages: \"" + part + "\"",
        "write columns, each once, with asc or desc: lastvisited asc, hub desc; there are " +
            known);
  };
  RefreshOrder order;
  for (const std::string_view part : split(text, ',')) {
    const std::string words = fold_space(part);
    const std::size_t space = words.find(' ');
    const std::string column = words.substr(0, space);
    const std::string way = space == std::string::npos ? "" : words.substr(space + 1);
    const auto named = std::find_if(names().begin(), names().end(),
                                    [&](const Name& name) { return name.text == column; });
    if (named == names().end() || !(way.empty() || way == "asc" || way == "desc"))
      return refuse(words);
    const bool is_there = std::any_of(order.keys_.begin(), order.keys_.end(),
                                      [&](const Key& key) { return key.column == named->column; });
    if (is_there) return refuse(words);
    order.keys_.push_back({named->column, way.empty() ? named->descending : way == "desc"});
  }
  return order;
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

std::string RefreshOrder::text() const {
  std::string out;
  for (const Key& key : keys_) {
    const auto named = std::find_if(names().begin(), names().end(),
                                    [&](const Name& name) { return name.column == key.column; });
    out +=
        (out.empty() ? "" : ", ") + std::string(named->text) + (key.descending ? " desc" : " asc");
  }
  return out;
}

bool RefreshOrder::needs_value() const {
  return std::any_of(keys_.begin(), keys_.end(),
                     [](const Key& key) { return key.column == Column::kValue; });
}

double RefreshOrder::value_of(const KnownPage& page, Column column) {
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
    case Column::kValue:
      break;
  }
  return page.value;
}

bool RefreshOrder::before(const KnownPage& a, const KnownPage& b) const {
  for (const Key& key : keys_) {
    const double x = value_of(a, key.column), y = value_of(b, key.column);
    if (x < y) return !key.descending;
    if (y < x) return key.descending;
  }
  return false;
}

}  // namespace porthole::gatherer
