#pragma once

/// Ranking parameters: those of BM25, and the weights of fields and of the static score.
/// docs/ranking.md documents the choice of the defaults.
///
/// The score of a page is the sum of
/// - the weight of each word of the query in the text of the page, by BM25 (words of titles,
///   headings and anchors count several times: indexer/fields.h, kTitleWeight, kHeadingWeight,
///   kAnchorWeight);
/// - the static score, which does not depend on the query (static_score.h);
/// and for the best candidates
/// - that of the word as written, beside its stem;
/// - the summands of the second stage (second_stage.h): all words, in one section, side by side, in
///   the title, in texts of links, in the name of the site, and whether the page has content of its
///   own.

#include <xapian.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

namespace porthole::search {

struct Ranking {
  /// Parameters of BM25 (Robertson, Zaragoza, "The probabilistic relevance framework", 2009).
  double k1 = 1.2, b = 0.5;

  /// Factor for the weight of a word as written, beside that of its stem.
  double written = 0.2;

  /// Factor for the weight of synonyms of a query word (synonyms.h); all synonyms of one word count
  /// as one.
  double synonym = 0.4;

  /// Factors of the second stage, for a page that has the whole of each; second_stage.h has the
  /// functions.
  double title = 3.75;
  double link_text = 1;
  double pairs = 0.7;
  double anchor = 0.4;
  double all_words = 0.3;
  double section = 0.5;
  double site = 4;
  double content = 1.4;

  /// Weights of the static score, for a page with the highest value of each; static_score.h has the
  /// functions.
  double relevance = 1.0;
  double authority = 0.5;
  double hub = 0.0;
  double recommendations = 2.0;

  /// A query with at least this many words outside of fields and phrases is a question.
  std::size_t question_words = 5;
  /// Where at least this many pages have all words, they alone are counted.
  std::int64_t enough = 10;
  /// Ignores the stop words (stop_words.h) of a question, unless it has no other words.
  bool drops_stop_words = true;
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

/// The weighting scheme of words.
inline std::unique_ptr<const Xapian::Weight> scheme_of(const Ranking& ranking) {
  return std::make_unique<Xapian::BM25Weight>(ranking.k1, 0, 1, ranking.b, 0);
}

}  // namespace porthole::search
