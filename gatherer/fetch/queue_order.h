#pragma once

/// QueueOrder: the sort order of the frontier, a list of keys compared lexicographically.
///
///   tries ascending, relevance descending, load ascending        (the default)
///
/// The precedence that the specification gives a URL (<priority>) comes before all keys: a larger
/// one is fetched first. tries: fetches attempted; relevance: the strategy's rating; load: distinct
/// URLs fetched of the host so far, which spreads the crawl over sites; hops: links from the
/// nearest seed. URLs equal in all keys are taken in the order of discovery.
///
/// Source: Chakrabarti, van den Berg, Dom 1999 (VLDB), section 3.2: the default (numtries
/// ascending, relevance descending, serverload ascending), which can be replaced at any time.
/// Thread safety: const members, any thread.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "repository/records.h"

namespace porthole::gatherer {

/// The sort keys of a queued URL.
struct Waiting {
  repository::UrlId id = 0;
  double relevance = 0;
  std::uint32_t tries = 0;
  std::uint32_t hops = 0;
  std::uint32_t load = 0;
  int precedence = 0;
  friend bool operator==(const Waiting&, const Waiting&) = default;
};

/// A column that rows are ordered by, and its direction where none is written.
struct OrderColumn {
  std::string_view name;
  bool descending = false;
};
/// A column, by its number, and a direction.
struct OrderKey {
  std::uint8_t column = 0;
  bool descending = false;
  friend bool operator==(const OrderKey&, const OrderKey&) = default;
};

/// Parses "tries asc, relevance desc": names of `columns`, each at most once, each with "asc" or
/// "desc". `rows`: what is ordered, for people. Errors: kInvalid, with the columns that there are.
Result<std::vector<OrderKey>> parse_order(std::string_view text,
                                          std::span<const OrderColumn> columns,
                                          const std::string& rows);
/// The inverse.
std::string order_in_words(std::span<const OrderKey> keys, std::span<const OrderColumn> columns);

class QueueOrder {
 public:
  /// The order of the paper.
  QueueOrder();
  /// Orders by tries and relevance; ties by discovery, oldest first.
  static QueueOrder by_relevance();

  /// By parse_order(): the columns are the keys above, "desc" for relevance and "asc" for the
  /// others where nothing is written. Errors: those of parse_order().
  static Result<QueueOrder> parse(std::string_view text);
  std::string text() const;

  bool before(const Waiting& a, const Waiting& b) const;

  friend bool operator==(const QueueOrder&, const QueueOrder&) = default;

 private:
  explicit QueueOrder(std::vector<OrderKey> keys) : keys_(std::move(keys)) {}

  std::vector<OrderKey> keys_;
};

}  // namespace porthole::gatherer
