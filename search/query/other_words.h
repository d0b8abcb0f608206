#pragma once

/// Other spellings of the words of a query, taken from the index itself.
///
/// Plain words match them too, as synonyms (synonyms.h): two words that pages write as one ("full
/// text", fulltext), a rare one that pages write as two, and the frequent word beside a rare one
/// that differs from it by one edit (spelling.h).
///
/// Thread safety: one thread at a time, as Xapian::Database.

#include <xapian.h>

#include "search/index/deadline.h"
#include "search/query/query_builder.h"
#include "search/query/query_tree.h"

namespace porthole::search {

/// Fills Node::synonyms of the words of `query`.
void add_other_words(const Xapian::Database& database, const QueryBuilder& builder,
                     const Deadline& deadline, Query& query);

}  // namespace porthole::search
