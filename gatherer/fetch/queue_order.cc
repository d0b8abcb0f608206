#include "gatherer/fetch/queue_order.h"

#include <algorithm>

#include "base/text/text.h"

namespace porthole::gatherer {
namespace {

/// The columns, numbered as in kColumns.
struct Column {
  enum Number : std::uint8_t { kTries, kRelevance, kLoad, kHops };
};
constexpr OrderColumn kColumns[] = {{"tries"}, {"relevance", true}, {"load"}, {"hops"}};

double value_of(const Waiting& waiting, std::uint8_t column) {
  switch (column) {
    case Column::kTries:
      return waiting.tries;
    case Column::kRelevance:
      return waiting.relevance;
    case Column::kLoad:
      return waiting.load;
    default:
      return waiting.hops;
  }
}

}  // namespace

Result<std::vector<OrderKey>> parse_order(std::string_view text,
                                          std::span<const OrderColumn> columns,
                                          const std::string& rows) {
  std::vector<OrderKey> keys;
  for (const std::string_view part : split(text, ',')) {
    const std::string words = fold_space(part);
    const std::size_t space = words.find(' ');
    const std::string way = space == std::string::npos ? "" : words.substr(space + 1);
    const auto found = std::ranges::find(columns, words.substr(0, space), &OrderColumn::name);
    const auto column = static_cast<std::uint8_t>(found - columns.begin());
    if (found == columns.end() || !(way.empty() || way == "asc" || way == "desc") ||
        std::ranges::find(keys, column, &OrderKey::column) != keys.end()) {
      std::string known;
      for (const OrderColumn& one : columns)
        known.append(known.empty() ? "" : ", ").append(one.name);
      return fail(ErrorCode::kInvalid, "not a valid order of " + rows + ": \"" + words + "\"",
                  "write columns, each once, with asc or desc, as in " +
                      std::string(columns.front().name) + " asc; there are " + known);
    }
    keys.push_back({column, way.empty() ? found->descending : way == "desc"});
  }
  return keys;
}

std::string order_in_words(std::span<const OrderKey> keys, std::span<const OrderColumn> columns) {
  std::string text;
  for (const OrderKey& key : keys) {
    text.append(text.empty() ? "" : ", ").append(columns[key.column].name);
    text += key.descending ? " desc" : " asc";
  }
  return text;
}

QueueOrder::QueueOrder()
    : keys_{{Column::kTries, false}, {Column::kRelevance, true}, {Column::kLoad, false}} {}

QueueOrder QueueOrder::by_relevance() {
  return QueueOrder({{Column::kTries, false}, {Column::kRelevance, true}});
}

Result<QueueOrder> QueueOrder::parse(std::string_view text) {
  TRY_AS(keys, parse_order(text, kColumns, "the queue"));
  return QueueOrder(std::move(*keys));
}

std::string QueueOrder::text() const { return order_in_words(keys_, kColumns); }

bool QueueOrder::before(const Waiting& a, const Waiting& b) const {
  if (a.precedence != b.precedence) return a.precedence > b.precedence;
  for (const OrderKey& key : keys_) {
    const double left = value_of(a, key.column);
    const double right = value_of(b, key.column);
    if (left != right) return key.descending ? left > right : left < right;
  }
  return a.id < b.id;
}

}  // namespace porthole::gatherer
