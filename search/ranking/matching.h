#pragma once

/// From a query to a page of results: which pages match, which of them are the best, and which of
/// those are shown.
///
/// Two stages. Candidates are matched by text and evidence, which is cheap; the best kReranked of
/// them are weighed by the whole score (QueryBuilder::reranked()), and stand before the others,
/// whose scores are lower in any case. docs/ranking.md tells what that changes.
///
/// Thread safety: functions without state; `open` belongs to one thread. This header is the room's
/// own.

#include <xapian.h>

#include <vector>

#include "search/index/results.h"
#include "search/query/query_builder.h"
#include "search/ranking/open_indexes.h"
#include "search/ranking/result_collapser.h"
#include "search/ranking/search_plan.h"

namespace porthole::search {

/// Candidates that are weighed by the whole score.
inline constexpr Xapian::doccount kReranked = 50;

struct Matched {
  Xapian::Query query;  ///< That the candidates match.
  Xapian::MSet candidates;
  ResultPage page;
  std::vector<Part> parts;         ///< Summands of every score,
  std::vector<Part> rerank_parts;  ///< and of those that are reranked.
};

/// Sets what `results` says of all pages that match: estimated, facets, notes on a query that was
/// relaxed. `results`: has from and size.
Matched match(const OpenIndexes& open, const SearchPlan& plan, Results& results);

}  // namespace porthole::search
