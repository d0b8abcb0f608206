#pragma once

/// Shortens a query to kMaxTerms terms.
///
/// Only plain words, outside of fields, quotation marks and signs, are dropped, in this order and
/// as far as necessary: repeated words, stop words, then those with the highest document frequency.
/// A pasted sentence is thus searched by its rarest words.
///
/// Thread safety: functions without state.

#include <cstddef>
#include <functional>
#include <string>

#include "search/index/stop_words.h"
#include "search/query/query.h"

namespace porthole::search {

/// Word statistics that decide which words are dropped.
struct WordFacts {
  const StopWords& stop_words;
  std::function<std::size_t(const std::string& word)> pages;  ///< Pages with a form of the word.
};

/// A word, each word of a phrase, and a filter count one.
std::size_t count_terms(const Query& query);

/// Leaves at most kMaxTerms terms in `query`, with a note that lists the dropped words. Does not
/// change a query within the limit.
void limit_terms(Query& query, const WordFacts& facts);

}  // namespace porthole::search
