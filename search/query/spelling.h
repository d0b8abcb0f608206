#pragma once

/// Spelling correction, and other spellings, from the words of an index.
///
/// Thread safety: one thread at a time, as Xapian::Database.

#include <xapian.h>

#include <string>

#include "search/index/bounds.h"
#include "search/query/query_builder.h"
#include "search/query/query_tree.h"

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

/// Fills Node::synonyms of the words of `query` with other spellings, taken from the index itself:
/// two words that pages write as one ("full text", fulltext), a rare one that pages write as two,
/// and the frequent word beside a rare one that differs from it by one edit.
void add_other_words(const Xapian::Database& database, const QueryBuilder& builder,
                     const Deadline& deadline, Query& query);

}  // namespace porthole::search
