#pragma once

/// What decides the order of results, as numbers. docs/ranking.md tells how they were chosen and
/// what the alternatives gave; `benchmarks/retrieval` measures any other choice.
///
/// The score of a page is a sum: of each word of the query in the text of the page, by the scheme;
/// of the word as it is written, beside its stem; of other words for it that the user accepted; of
/// words that are neighbours in the query and in the page; of each word in a field by itself, times
/// the weight of the field; and of evidence, which no word of the query has a part in. In the text
/// the words of titles, headings and anchors count several times: indexer/fields.h, kTitleWeight,
/// kHeadingWeight, kAnchorWeight.

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

  /// Times the weight of a word as it is written, beside that of its stem.
  double written = 0.2;

  /// Times the weight of two neighbours of the query that stand side by side in the page.
  double nearness = 0.2;

  /// Times the weight of a word that a page has instead of one of the query (synonyms.h), all such
  /// words of one counting as one.
  double synonym = 0.4;

  /// Times the weight that a word has in the field by itself, more than in the text.
  double title = 0;
  double anchor = 0;
  double url = 0.5;

  /// Added for a page that has the most of it; evidence.h says how it falls off.
  double relevance = 1.0;
  double authority = 0.5;
  double hub = 0.0;
  double recommendations = 1.0;
  double status = 0.0;

  /// A query with so many words outside of fields and phrases is a question: when fewer than
  /// `enough` pages have all of its words, pages that have some follow. For any other query they do
  /// when no page has all.
  std::size_t question_words = 5;
  std::int64_t enough = 10;
  /// Stop words (stop_words.h) of a question do not count, where other words are left.
  bool drops_stop_words = true;
  /// So many words that the first pages of a question have more often than others are added to it,
  /// times `expansion` (pseudo-relevance feedback).
  std::uint32_t expansion_words = 0;
  std::uint32_t expansion_pages = 5;
  double expansion = 0.2;
};

/// What a request wants to see first: the evidence for it then weighs kFirst.
enum class First {
  kBest,         ///< By the score.
  kHubs,         ///< Lists of resources.
  kAuthorities,  ///< Pages that such lists point to.
};
inline constexpr double kFirst = 30;

/// "hubs" or "authorities"; any other name asks for nothing in particular.
inline First first_named(std::string_view name) {
  if (name == "hubs") return First::kHubs;
  if (name == "authorities") return First::kAuthorities;
  return First::kBest;
}

}  // namespace porthole::search
