#pragma once

/// Spelling correction from the words of an index.
///
/// Thread safety: one thread at a time, as Xapian::Database.

#include <xapian.h>

#include <string>

#include "search/index/deadline.h"
#include "search/query/query_builder.h"

namespace porthole::search {

/// The nearest word for `word`, which no page has: a word of titles and anchors at an edit distance
/// of two at most (one for five letters or fewer), else a word of any text with the same first two
/// bytes and a third of its letters changed at most. The most frequent among equally near words; ""
/// when there is none.
std::string near_word(const Xapian::Database& database, const std::string& word,
                      const Deadline& deadline);

/// The word of titles and anchors at one edit from `word` that ten times as many pages have, where
/// few have `word`; "" when there is none, and for words with digits.
std::string frequent_neighbour(const Xapian::Database& database, const QueryBuilder& builder,
                               const std::string& word);

}  // namespace porthole::search
