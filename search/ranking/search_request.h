#pragma once

/// A search request: the query and the options of its results.

#include <chrono>
#include <map>
#include <string>

#include "search/index/ranking.h"
#include "search/index/results.h"

namespace porthole::search {

inline constexpr int kMaxResultSize = 100;
inline constexpr int kMaxResultFrom = 10'000;
inline constexpr std::chrono::milliseconds kSearchTime{1000};

struct SearchRequest {
  std::string query;
  int from = 0;                 ///< Results to skip; clamped to [0, kMaxResultFrom].
  int size = 10;                ///< Clamped to [1, kMaxResultSize].
  First first = First::kBest;   ///< Pages that are put first.
  int min_recommendations = 0;  ///< Minimum number of other sites that annotate a page.
  int per_site = 0;             ///< Limit on the results of one site; 0 = none.
  bool off_topic = false;       ///< Includes pages off topic, if the index has them.
  bool explain = false;         ///< Explains the scores of hits.
  bool texts = true;            ///< Makes snippets and annotations of hits.
  std::string
      until{};  ///< Pagination token, Results::until of an earlier search: hides pages added since.
  bool facets = false;  ///< Counts facet values.
  /// Default order of a query without `sort:`, for feeds: by the date that a page states, else by
  /// that of its fetch, so that new pages come first.
  bool newest_first = false;
  bool as_written = false;                    ///< Turns automatic spelling correction off.
  std::map<std::string, double> languages{};  ///< Those of the reader; 1 for the most wanted.
  std::chrono::milliseconds time =
      kSearchTime;  ///< Deadline; the results found by then are returned.
};

}  // namespace porthole::search
