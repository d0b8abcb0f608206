#pragma once

/// What decides the order of results, as numbers. docs/ranking.md tells how they were chosen and what the
/// alternatives gave; `benchmarks/retrieval` measures any other choice.
///
/// The score of a page is a sum: of each word of the query in the text of the page, by the scheme; of
/// each word in title, anchors and URL, times the weight of the field; of words that are
/// neighbours in the query and stand near to each other in the page; and of evidence, which no word of
/// the query has a part in.

#include <cstdint>
#include <string>

namespace porthole::search {

struct Ranking {
  /// Name and parameters of a weighting scheme, in the order of Xapian's constructors: "bm25 k1 k2 k3 b
  /// min_normlen", "bm25+ k1 k2 k3 b min_normlen delta", "pl2+ c delta", "inl2 c", "dph", "dlh",
  /// "lm-dirichlet mu", "lm-jelinek-mercer lambda".
  std::string scheme = "bm25 1 0 1 0.5 0.5";

  /// Times the weight that a word has in the field by itself.
  double title = 1.5;
  double anchor = 2.0;
  double url = 0.5;

  /// Added for a page that has the most of it; evidence.h says how it falls off.
  double relevance = 1.0;
  double authority = 0.5;
  double hub = 0.0;
  double recommendations = 1.0;

  /// Times the weight of two neighbours of the query that stand within kNearWords words.
  double nearness = 0;

  /// With fewer pages that have all words of a query, pages that have some of them follow.
  std::int64_t enough = 1;
  /// Then words that more than this share of all pages have do not count, where rarer ones are left.
  double common = 1;
  /// And this many words that the first pages have more often than others are added to the query,
  /// times `expansion` (pseudo-relevance feedback).
  std::uint32_t expansion_words = 0;
  std::uint32_t expansion_pages = 5;
  double expansion = 0;
};

inline constexpr unsigned kNearWords = 8;

/// What a request wants to see first: the evidence for it then weighs kFirst.
enum class First {
  kBest,         ///< By the score.
  kHubs,         ///< Lists of resources.
  kAuthorities,  ///< Pages that such lists point to.
};
inline constexpr double kFirst = 30;

}  // namespace porthole::search
