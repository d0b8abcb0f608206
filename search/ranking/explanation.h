#pragma once

/// What made the score of a page. This header is the room's own.

#include <xapian.h>

#include <vector>

#include "search/index/results.h"
#include "search/query/query_builder.h"

namespace porthole::search {

/// What each of `parts` adds to the score of `page`, the most first, without those that add
/// nothing. Scores are sums, so a part is asked by itself, of this document alone.
std::vector<ScorePart> explain_score(const Xapian::Database& database, const Xapian::Weight& scheme,
                                     const std::vector<Part>& parts,
                                     const Xapian::MSetIterator& page);

}  // namespace porthole::search
