#pragma once

/// Builds the Xapian queries of filters (values, ranges, links) and of expansions from the index
/// (wildcards, similar pages).
///
/// Limits: kTermsRead terms of the index read for one of them, kMaxExpansions words or kMaxValues
/// values taken, kLikeWords words of a page, and the deadline.

#include <xapian.h>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "search/index/static_score.h"
#include "search/index/term_list.h"
#include "search/query/query.h"

namespace porthole::search {

/// Boolean filter terms that work around a bug of Xapian.
///
/// Xapian 1.4.22 replaces a term without weight that every document of an index has by the list of
/// all documents, and goes on reading that list under the name of the term
/// (matcher/localsubmatch.cc, open_post_list()). Where document numbers have gaps, after a
/// deletion, and the list has several blocks (a compacted index, or more than about a thousand
/// documents), a match that iterates over the term ends with DatabaseCorruptError "Unexpected end
/// of posting list". Which part of a query the match iterates over depends on the frequencies of
/// all parts, so no shape of a query is safe: OP_FILTER, OP_SCALE_WEIGHT by 0, OP_XOR and
/// OP_AND_NOT all fail with some data. A posting source is not replaced; such terms are read
/// through one.
///
/// Thread safety: const members from any thread, as far as the indexes belong to one.
class ConditionTerms {
 public:
  ConditionTerms() = default;
  /// `indexes`: all that are searched together. Throws Xapian::Error.
  explicit ConditionTerms(const std::vector<Xapian::Database>& indexes);

  /// The pages that have `term`. The caller removes its weight. Throws Xapian::Error.
  Xapian::Query one(const std::string& term) const;
  /// The pages that have one of `terms`. Throws Xapian::Error.
  Xapian::Query any_of(const std::vector<std::string>& terms) const;

 private:
  std::vector<Xapian::Database> with_gaps_;  // in their document ids
};

inline constexpr std::size_t kTermsRead = 20'000;
inline constexpr std::size_t kMaxValues = 1000;
inline constexpr std::size_t kLikeWords = 20;

/// The most characteristic words of a page, and its identity term. No words when there is no such
/// page.
struct Likeness {
  std::vector<std::string> words;
  std::string page;
};

/// Thread safety: one thread. Lifetime: `database` and `terms` must outlive it.
class Conditions {
 public:
  Conditions(const Xapian::Database& database, const ConditionTerms& terms,
             std::shared_ptr<Bounds> bounds)
      : database_(database), terms_(terms), bounds_(std::move(bounds)) {}

  /// `node`: one that is_condition(), except kCondition.
  Xapian::Query condition(const Node& node) const;
  /// `node`: a kPattern. The most frequent words that match it.
  std::vector<std::string> word_forms(const Node& node) const;
  /// `node`: a kLike.
  Likeness likeness(const Node& node) const;
  /// All pages with their static score, until the deadline; to be combined with a query by OP_AND
  /// or OP_FILTER.
  Xapian::Query static_score_source(StaticScore score) const;

 private:
  using LinkTerms = std::vector<std::string> (*)(const Xapian::Database&,
                                                 const std::string& url_key);
  Xapian::Query linked_pages(const Node& node, LinkTerms terms) const;
  Xapian::Query values(const std::string& prefix, const TermFilter& counts) const;
  Xapian::Query number_range(const Node& node) const;
  Xapian::Query date_range(const Node& node) const;

  const Xapian::Database& database_;
  const ConditionTerms& terms_;
  std::shared_ptr<Bounds> bounds_;
};

}  // namespace porthole::search
