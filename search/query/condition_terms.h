#pragma once

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

#include <xapian.h>

#include <string>
#include <vector>

namespace porthole::search {

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

}  // namespace porthole::search
