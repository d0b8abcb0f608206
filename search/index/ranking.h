#pragma once

/// Ranking parameters: the weighting scheme and the weights of fields and of the static score.
/// docs/ranking.md documents the choice of the defaults; `labs/benchmarks/retrieval` measures other
/// values.
///
/// The score of a page is the sum of
/// - the weight of each word of the query in the text of the page, by the scheme (words of titles,
/// headings and
///   anchors count several times: indexer/fields.h, kTitleWeight, kHeadingWeight, kAnchorWeight);
/// - that of the word as written, beside its stem, and of its synonyms;
/// - that of pairs of words that are neighbours in the query and in the page;
/// - that of each word in a single field, times the weight of the field;
/// - the static score, which does not depend on the query (static_score.h).

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace porthole::search {

struct Ranking {
  /// Name and parameters of a weighting scheme, in the order of Xapian's constructors: "bm25 k1 k2
  /// k3 b min_normlen", "bm25+ k1 k2 k3 b min_normlen delta", "pl2+ c delta", "inl2 c", "dph",
  /// "dlh", "lm-dirichlet mu", "lm-jelinek-mercer lambda".
  std::string scheme = "bm25 1.2 0 1 0.5 0";

  /// Factor for the weight of a word as written, beside that of its stem.
  double written = 0.2;

  /// Factor for the weight of two neighbours of the query that stand side by side in the page.
  double nearness = 0.2;

  /// Factor for the weight of synonyms of a query word (synonyms.h); all synonyms of one word count
  /// as one.
  double synonym = 0.4;

  /// Factors for the weight that a word has in a single field, in addition to its weight in the
  /// text.
  double title = 0;
  double anchor = 0;
  double url = 0.5;

  /// Weights of the static score, for a page with the highest value of each; static_score.h has the
  /// functions.
  double relevance = 1.0;
  double authority = 0.5;
  double hub = 0.0;
  double recommendations = 1.0;
  double importance = 0.0;

  /// A query with at least this many words outside of fields and phrases is a question. When fewer
  /// than `enough` pages have all words of a question, pages with some of them follow; for other
  /// queries only when no page has all.
  std::size_t question_words = 5;
  std::int64_t enough = 10;
  /// Ignores the stop words (stop_words.h) of a question, unless it has no other words.
  bool drops_stop_words = true;
  /// Pseudo-relevance feedback: adds the `expansion_words` most typical words of the first
  /// `expansion_pages` results to a question, at the factor `expansion`.
  std::uint32_t expansion_words = 0;
  std::uint32_t expansion_pages = 5;
  double expansion = 0.2;
};

/// Pages that a request puts first. Their component of the static score then weighs kFirst.
enum class First {
  kBest,         ///< By the score.
  kHubs,         ///< Lists of resources.
  kAuthorities,  ///< Pages that such lists point to.
};
inline constexpr double kFirst = 30;

/// "hubs" or "authorities"; kBest for any other name.
inline First first_named(std::string_view name) {
  if (name == "hubs") return First::kHubs;
  if (name == "authorities") return First::kAuthorities;
  return First::kBest;
}

}  // namespace porthole::search
