#pragma once

/// Tunes ranking parameters on judged queries by coordinate ascent over a list of values for each.

#include <functional>
#include <string>
#include <vector>

#include "search/index/ranking.h"

namespace porthole::labs {

/// A parameter and its candidate values.
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

/// Start of the search over all parameters: plain BM25 for questions, all words for other queries.
search::Ranking start_of_choice();

/// Textbook BM25 over title and text as one field, whole queries, nothing else.
search::Ranking plain_bm25();

struct Choice {
  search::Ranking ranking;
  double score = 0;
  std::string description;  ///< "scheme: ..., title: ..."
};

/// Optimises one parameter after the other from `start`, choosing the value with the highest
/// `score`; one round.
Choice choose(const search::Ranking& start, const std::vector<Dimension>& dimensions,
              const std::function<double(const search::Ranking&)>& score);

/// Formats all parameters of a ranking in a line.
std::string describe(const search::Ranking& ranking);

}  // namespace porthole::labs
