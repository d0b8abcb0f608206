#pragma once

/// The plan of one search: the request, parsed and cut to its limits, with all that matching needs.
///
/// Thread safety: one thread.

#include <xapian.h>

#include <memory>

#include "base/result.h"
#include "search/index/ranking.h"
#include "search/index/static_score.h"
#include "search/query/query.h"
#include "search/query/query_builder.h"
#include "search/ranking/open_indexes.h"
#include "search/ranking/search_request.h"

namespace porthole::search {

/// Lifetime: the indexes, the ranking and the scheme outlive it.
struct SearchPlan {
  Query query;
  SearchRequest request;
  const Ranking& ranking;
  const Xapian::Weight& scheme;
  std::shared_ptr<Bounds> bounds;  ///< The deadline runs from the making of the plan.
  QueryBuilder builder;
  bool is_shortened = false;  ///< Words of a long query were left out.
};

/// How scores are computed. Lifetime: see SearchPlan.
struct Scoring {
  const Ranking& ranking;
  const Xapian::Weight& scheme;
};

/// Parses the query of `request`, cuts it to kMaxTerms and adds synonyms. Errors: kInvalid for an
/// unknown field.
Result<SearchPlan> plan_search(const OpenIndexes& open, const Scoring& scoring,
                               const SearchRequest& request);
/// A plan for a query that is already parsed; it is not cut.
SearchPlan plan_search(const OpenIndexes& open, const Scoring& scoring, Query query,
                       const SearchRequest& request);

}  // namespace porthole::search
