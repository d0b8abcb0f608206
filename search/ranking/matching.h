#pragma once

/// From a query to a page of results: which pages match, which of them are the best, and which of those are shown.
///
/// Two stages. Candidates are matched by text and evidence, which is cheap; the best kRefined of them are weighed by the whole
/// score (QueryBuilder::refined()), and stand before the others, whose scores are lower in any case. docs/ranking.md tells what
/// that changes.
///
/// Thread safety: functions without state; `open` belongs to one thread. This header is the room's own.

#include <xapian.h>

#include <vector>

#include "search/index/bounded_pages.h"
#include "search/ranking/folding.h"
#include "search/ranking/open_indexes.h"
#include "search/query/query_builder.h"
#include "search/index/ranking.h"
#include "search/index/results.h"
#include "search/ranking/request.h"

namespace porthole::search {

/// Candidates that are weighed by the whole score.
inline constexpr Xapian::doccount kRefined = 50;

/// What one search goes on with. Lifetime: all must outlive it.
struct SearchContext {
  const Query& query;
  const Request& request;
  const Ranking& ranking;
  const Xapian::Weight& scheme;
  const QueryBuilder& builder;
  const Bounds& bounds;
};

struct Matched {
  Xapian::Query query;  ///< That the candidates match.
  Xapian::MSet candidates;
  FoldedPage page;
  std::vector<Part> parts;        ///< Summands of every score,
  std::vector<Part> refinements;  ///< and of those that are refined.
};

/// Sets what `results` says of all pages that match: estimated, facets, notes on a query that was relaxed. `results`: has from and size.
Matched match(const OpenIndexes& open, const SearchContext& search, Results& results);

}  // namespace porthole::search
