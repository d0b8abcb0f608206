#pragma once

/// Chooses a ranking by judged queries: coordinate by coordinate, from a list of values for each.

#include <functional>
#include <string>
#include <vector>

#include "search/index/ranking.h"

namespace porthole::labs {

/// One thing to choose, and what there is to choose from.
struct Dimension {
  std::string name;
  struct Value {
    std::string name;
    std::function<void(search::Ranking&)> set;
  };
  std::vector<Value> values;
};

/// The parameters of BM25 alone, and everything.
std::vector<Dimension> bm25_dimensions();
std::vector<Dimension> all_dimensions();

/// Where the choice among everything starts: plain BM25 for questions, all words for other queries.
search::Ranking start_of_choice();

/// BM25 as it stands in textbooks over title and text as one field, whole queries, nothing else.
search::Ranking plain_bm25();

struct Choice {
  search::Ranking ranking;
  double score = 0;
  std::string description;  ///< "scheme: ..., title: ..."
};

/// Goes round the dimensions from `start`, taking for each the value of the highest `score`, once round.
Choice choose(const search::Ranking& start, const std::vector<Dimension>& dimensions,
              const std::function<double(const search::Ranking&)>& score);

/// All numbers of a ranking in a line.
std::string describe(const search::Ranking& ranking);

}  // namespace porthole::labs
