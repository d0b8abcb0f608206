#pragma once

/// RefreshOrder: the order in which known pages are fetched again, a list of columns.
///
///   lastvisited asc, hub desc                        VLDB 1999, section 3.2
///   tries desc, authority desc, relevance desc       the same
///   hub desc, relevance desc, density desc           by_hubs(), the default: Sundaresan, Yi,
///                                                    Huang 2000, section 4.2
///   value desc, hub desc, relevance desc, density desc   by_value()
///
/// lastvisited: time of the last fetch; tries: fetches attempted; hub, authority: scores of the
/// last distillation, 0 without one; relevance: of the page; density: of its links to authorities
/// (gatherer/scores/local_distiller.h); value: the freshness that a fetch gains
/// (topics/importance/change_rate.h). Pages that are equal in all columns are taken in the order of
/// discovery.
///
/// Source: Chakrabarti, van den Berg, Dom 1999 (VLDB), section 3.2: lexical orderings for the
/// maintenance of a crawl.
/// Thread safety: const members, any thread.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "collection/specification.h"
#include "gatherer/fetch/queue_order.h"

namespace porthole::gatherer {

/// The columns of a page that may be fetched again.
struct KnownPage {
  WallTime fetched_at{};
  int tries = 0;
  double hub = 0, authority = 0, relevance = 0;
  double density = 0;
  double value = 0;
};

class RefreshOrder {
 public:
  static RefreshOrder by_hubs();
  static RefreshOrder by_value();
  /// By parse_order() (queue_order.h), with the columns above: "asc" for lastvisited and tries, and
  /// "desc" for the others where nothing is written. Errors: those of parse_order(), as kUsage.
  static Result<RefreshOrder> parse(std::string_view text);
  /// The order of a specification (<refresh order>), or by_hubs(). Errors: those of parse(), as
  /// kInvalid with file, line and column.
  static Result<RefreshOrder> specified(const collection::Specification& specification);
  std::string text() const;

  /// The values of pages are compared, and have to be computed.
  bool needs_value() const;
  bool before(const KnownPage& a, const KnownPage& b) const;

 private:
  explicit RefreshOrder(std::vector<OrderKey> keys) : keys_(std::move(keys)) {}

  std::vector<OrderKey> keys_;
};

}  // namespace porthole::gatherer
