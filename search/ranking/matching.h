#pragma once

/// Executes a search plan: matches candidates, re-ranks the best and collapses near-duplicates into
/// a result page. Explains scores as the sum of their parts.
///
/// Two-stage ranking. Pages with any of the words are scored by text and static score, which is
/// cheap. The best kReranked of them, as many that have all words, and the best kCalled by the
/// texts of links are then scored by all features (QueryBuilder::reranked(), second_stage.h) and
/// placed before the others. docs/ranking.md has the effect on result quality.
///
/// Thread safety: functions without state; `open` belongs to one thread.

#include <xapian.h>

#include <unordered_map>
#include <vector>

#include "search/index/bounds.h"
#include "search/index/results.h"
#include "search/query/query_builder.h"
#include "search/ranking/open_indexes.h"
#include "search/ranking/result_collapser.h"
#include "search/ranking/search_plan.h"

namespace porthole::search {

/// Number of candidates that are re-ranked.
inline constexpr Xapian::doccount kReranked = 100;
inline constexpr Xapian::doccount kCalled = 50;  ///< Number by the texts of links.

struct Matched {
  Xapian::Query query;  ///< The query of the candidates.
  Xapian::MSet candidates;
  ResultPage page;
  std::vector<Part> parts;         ///< Summands of every score.
  std::vector<Part> rerank_parts;  ///< Further summands of re-ranked results.
  /// Those of the second stage, by page.
  std::unordered_map<Xapian::docid, std::vector<ScorePart>> second_stage{};
};

/// Also sets the members of `results` that concern all matches: estimated, facets, parts, notes on
/// a relaxed query. Requires: `results` has from and size.
Matched match(const OpenIndexes& open, const SearchPlan& plan, Results& results);

/// The contribution of each of `parts` to the score of `page`, without zeros.
/// Scores are sums, so each part is matched by itself against this document. Parts that `deadline`
/// leaves no time for are missing.
std::vector<ScorePart> explain_score(const Xapian::Database& database, const Xapian::Weight& scheme,
                                     const std::vector<Part>& parts,
                                     const Xapian::MSetIterator& page, const Deadline& deadline);

}  // namespace porthole::search
