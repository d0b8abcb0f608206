#pragma once

/// Cuts a query to what it may cost: kMaxTerms terms.
///
/// Words that stand alone, outside of fields, quotation marks and signs, give way to the rest of
/// the query, and are left out in this order, as far as need be: repeats, stop words, then those
/// that the most pages have. So a sentence that somebody pasted is asked by the words that tell
/// pages apart.
///
/// Thread safety: functions without state. This header is the room's own.

#include <cstddef>
#include <functional>
#include <string>

#include "search/index/stop_words.h"
#include "search/query/query.h"

namespace porthole::search {

/// What decides between words.
struct WordFacts {
  const StopWords& stop_words;
  std::function<std::size_t(const std::string& word)> pages;  ///< That have a form of it.
};

/// A word, each of the words of a phrase, and a condition count one.
std::size_t count_terms(const Query& query);

/// Leaves at most kMaxTerms terms in `query`, and says in a note what was left out. A query within
/// the limit stays as it is.
void limit_terms(Query& query, const WordFacts& facts);

}  // namespace porthole::search
