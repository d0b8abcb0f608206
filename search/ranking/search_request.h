#pragma once

/// A search: the query and all that is wanted of its results.

#include <chrono>
#include <string>

#include "search/index/ranking.h"
#include "search/index/results.h"

namespace porthole::search {

inline constexpr int kMaxResultSize = 100;
inline constexpr int kMaxResultFrom = 10'000;
inline constexpr std::chrono::milliseconds kSearchTime{1000};

struct SearchRequest {
  std::string query;
  int from = 0;                 ///< Results to leave out; clamped to [0, kMaxResultFrom].
  int size = 10;                ///< Clamped to [1, kMaxResultSize].
  First first = First::kBest;   ///< Hubs or authorities may come first.
  int min_recommendations = 0;  ///< Pages of which fewer other sites say something are left out.
  int per_site = 0;             ///< So many results of one site at most; 0 = all.
  bool off_topic = false;       ///< Pages off topic, too, of an index that has them.
  bool explain = false;         ///< Hits tell what made their scores.
  bool texts = true;            ///< Hits have snippets and annotations.
  std::string
      until{};  ///< Results::until of an earlier answer: pages that were added since are left out.
  bool facets = false;        ///< Counts what the results have in common.
  bool newest_first = false;  ///< Where the query has no `sort:`.
  bool as_written = false;    ///< What no page has is not searched by its correction instead.
  std::chrono::milliseconds time = kSearchTime;  ///< Then what was found so far is the answer.
};

}  // namespace porthole::search
