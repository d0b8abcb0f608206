#include "search/ranking/search_plan.h"

#include <string>
#include <utility>

#include "indexer/fields.h"
#include "search/index/bounds.h"
#include "search/query/query_limit.h"
#include "search/query/spelling.h"

namespace porthole::search {
namespace {

QueryBuilder builder_for(const OpenIndexes& open, const Ranking& ranking,
                         const std::shared_ptr<Bounds>& bounds) {
  return {{open.database, open.languages, open.terms, open.pages}, ranking, bounds};
}

// True when words were left out.
bool shorten(Query& query, const OpenIndexes& open, const Ranking& ranking,
             const SearchRequest& request) {
  if (count_terms(query) <= kMaxTerms) return false;
  const QueryBuilder builder =
      builder_for(open, ranking, std::make_shared<Bounds>(Bounds{Deadline(request.time)}));
  limit_terms(query, {builder.stop_words(query),
                      [&](const std::string& word) { return builder.pages_with(word); }});
  return true;
}

}  // namespace

Result<SearchPlan> plan_search(const OpenIndexes& open, const Scoring& scoring,
                               const SearchRequest& request) {
  TRY_AS(query, parse_query(request.query, open.fields));
  const bool is_shortened = shorten(*query, open, scoring.ranking, request);
  open.synonyms.add_to(*query);
  if (!request.as_written && !is_shortened)
    add_other_words(open.database, builder_for(open, scoring.ranking, nullptr),
                    Deadline(request.time), *query);
  if (request.newest_first && !query->order)
    query->order = SortOrder{"date", indexer::kDateSlot, true};
  SearchPlan plan = plan_search(open, scoring, std::move(*query), request);
  plan.is_shortened = is_shortened;
  return plan;
}

SearchPlan plan_search(const OpenIndexes& open, const Scoring& scoring, Query query,
                       const SearchRequest& request) {
  const auto bounds = std::make_shared<Bounds>(
      Bounds{Deadline(request.time), parse_pagination_token(request.until, open.revisions)});
  return {std::move(query), request, scoring.ranking,
          scoring.scheme,   bounds,  builder_for(open, scoring.ranking, bounds)};
}

}  // namespace porthole::search
