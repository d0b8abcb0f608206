#pragma once

/// Makes Xapian's query of ours. This header is the room's own.
///
/// What matches is decided by the text field alone, which holds title and anchors too; title,
/// anchors, URL, nearness and evidence then add weight of their own (search/index/ranking.h). The
/// text and the evidence choose candidates, cheaply and of all pages; what is dear is added for the
/// best of them.

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
  kAll,  ///< As asked.
  kAny,  ///< Any of the words at the top level that are not demanded by `+` or a field.
};

/// What a request wants besides its query.
struct RankingOptions {
  First first = First::kBest;
  int min_recommendations = 0;
  bool off_topic = false;  ///< Pages off topic, too.
};

/// One summand of a score.
struct Part {
  std::string kind;   ///< "text", another field, "written", "near", "synonym", "related", or the
                      ///< name of a piece of evidence.
  std::string words;  ///< "" for evidence.
  Xapian::Query query;
};

/// What the builder knows of the index. Lifetime: all must outlive it.
struct IndexView {
  const Xapian::Database& database;
  const std::vector<std::string>& languages;  ///< Names of the stemmers that it was made with.
  const ConditionTerms& terms;
  std::shared_ptr<const PageTables> pages;  ///< Null for an index that is not ours: its values mean
                                            ///< something else, and its text lacks the title.
};

class QueryBuilder {
 public:
  /// Lifetime: `ranking` must outlive it.
  /// `bounds`: of the search; what is built ends when its deadline passes.
  QueryBuilder(const IndexView& index, const Ranking& ranking, std::shared_ptr<Bounds> bounds);

  /// What matches, weighed by text and evidence. An empty query when nothing is asked for.
  Xapian::Query candidates(const Query& query, MatchMode mode, const RankingOptions& options) const;
  /// `pages` with the rerank_parts added to their weights. Not to be put beside another query:
  /// Xapian 1.4.22 gives wrong weights for an AND_MAYBE that does not lead.
  Xapian::Query reranked(const Xapian::Query& pages, const Query& query) const;

  /// What candidates() adds up, each by itself.
  std::vector<Part> parts(const Query& query, const RankingOptions& options) const;
  /// What reranked() adds.
  std::vector<Part> rerank_parts(const Query& query) const;

  /// `query` without the stop words of its top level, where other words are left.
  Query without_stop_words(const Query& query) const;

  /// The stop words of the language that `query` seems to be in.
  const StopWords& stop_words(const Query& query) const;

  /// What candidates() gives beside, when it is asked for pages off topic, too; an empty query when
  /// the index has no such pages.
  Xapian::Query off_topic_candidates(const Query& query, MatchMode mode,
                                     const RankingOptions& options) const;

  /// `word` or a stem of it is in the index.
  bool is_known(const std::string& word) const;
  /// About how many pages have `word` in one of its forms.
  std::size_t pages_with(const std::string& word) const;

 private:
  /// Whether what is built has a part in the score. What has none asks for its terms as conditions.
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
  void add_field_parts(const Node& root, std::vector<Part>& parts) const;
  void add_near_parts(const Node& root, std::vector<Part>& parts) const;
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
