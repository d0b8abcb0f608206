#pragma once

/// Translates a parsed query into Xapian queries for the two ranking stages.
///
/// Only the text field, which includes title and anchors, decides what matches. The first stage
/// scores all matches by text and static score. The second stage adds the weights of words as
/// written, for the top candidates only; second_stage.h adds others.

#include <xapian.h>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "search/index/page_table.h"
#include "search/index/ranking.h"
#include "search/index/static_score.h"
#include "search/index/stop_words.h"
#include "search/query/conditions.h"
#include "search/query/query.h"

namespace porthole::search {

enum class MatchMode {
  kAll,  ///< All parts of the query.
  kAny,  ///< Any top-level word; parts with `+` and fields stay required.
};

/// Options of a search besides its query.
struct RankingOptions {
  First first = First::kBest;
  int min_recommendations = 0;
  bool off_topic = false;  ///< Includes pages off topic.
};

/// One summand of a score.
struct Part {
  std::string kind;   ///< "text", another field, "written", "near", "synonym", or a
                      ///< component of the static score.
  std::string words;  ///< "" for the static score.
  Xapian::Query query;
};

/// The parts of the open indexes that the builder reads. Lifetime: all members outlive the builder.
struct IndexView {
  const Xapian::Database& database;
  const std::vector<std::string>& languages;  ///< Names of the stemmers of the index.
  const ConditionTerms& terms;
  std::shared_ptr<const PageTables> pages;  ///< Null for an index made by another program: its
                                            ///< values differ, and its text lacks the title.
};

class QueryBuilder {
 public:
  /// Lifetime: `ranking` outlives it. `bounds`: the limits of the search, checked by the queries
  /// that are built.
  QueryBuilder(const IndexView& index, const Ranking& ranking, std::shared_ptr<Bounds> bounds);

  /// First stage: all matches, scored by text and static score. Empty for an empty query.
  Xapian::Query candidates(const Query& query, MatchMode mode, const RankingOptions& options) const;
  /// Pages that links call by one of the words of `query`, scored by the texts of links alone.
  Xapian::Query called(const Query& query) const;
  /// Second stage: `pages`, scored by rerank_parts(). Must stay the root of the query:
  /// Xapian 1.4.22 computes wrong weights for an AND_MAYBE below another operator.
  Xapian::Query reranked(const Xapian::Query& pages, const Query& query) const;

  /// The summands of the score of candidates(), one query each.
  std::vector<Part> parts(const Query& query, const RankingOptions& options) const;
  /// The summands of the score of reranked().
  std::vector<Part> rerank_parts(const Query& query) const;

  /// `query` without its top-level stop words, unless it has no other words.
  Query without_stop_words(const Query& query) const;

  /// The stop words of the likeliest language of `query`.
  const StopWords& stop_words(const Query& query) const;

  /// Stop words that are not marked in texts: all but those of phrases, if `query` has a top-level
  /// one and other words besides.
  StopWords unmarked_words(const Query& query) const;

  /// The matches off topic that candidates() leaves out. Empty when the index has no such pages.
  Xapian::Query off_topic_candidates(const Query& query, MatchMode mode,
                                     const RankingOptions& options) const;

  /// The terms of the stems of `word` in the text, known to the index or not; empty for a word that
  /// is not stemmed.
  std::vector<std::string> stemmed_terms(const std::string& word) const {
    return stem_terms("", word);
  }

  /// `word` or a stem of it is in the index.
  bool is_known(const std::string& word) const;
  /// About how many pages have `word` in one of its forms.
  std::size_t pages_with(const std::string& word) const;

 private:
  /// Whether a subquery is scored, or a filter.
  enum class Weight { kSome, kNone };

  bool has_off_topic() const;
  Xapian::Query any(const Node& root) const;
  Xapian::Query node(const Node& node, Weight weight) const;
  Xapian::Query all_of(const Node& node, Weight weight) const;
  Xapian::Query alternative(const Node& node, Weight weight) const;
  Xapian::Query word(const std::string& field, const std::string& word, Weight weight) const;
  Xapian::Query pairs(const Node& node, Weight weight) const;
  Xapian::Query likeness(const Node& node, Weight weight) const;
  Xapian::Query synonyms(const Node& node, Weight weight) const;
  Xapian::Query nearness(const Node& node) const;
  Xapian::Query joined_parts(Xapian::Query::op op, const Node& node, Weight weight) const;
  Xapian::Query term(const std::string& term, Weight weight) const;
  Xapian::Query forms(const std::vector<std::string>& terms, Weight weight) const;
  Xapian::Query side_by_side(const std::string& field, const std::vector<std::string>& words,
                             Weight weight) const;
  void add_text_parts(const Node& node, std::vector<Part>& parts) const;
  bool speaks(const std::string& language, const std::string& word) const;
  StaticScoreWeights weights(First first) const;
  void add_static_score(First first, std::vector<Part>& parts) const;
  std::vector<std::string> stem_terms(const std::string& field, const std::string& word) const;

  const Xapian::Database& database_;
  const Ranking& ranking_;
  const std::vector<std::string>& languages_;
  std::shared_ptr<const PageTables> pages_;
  std::vector<Xapian::Stem> stems_;
  const ConditionTerms& terms_;
  Conditions conditions_;
};

}  // namespace porthole::search
