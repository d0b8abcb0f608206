#pragma once

/// What made the score of a page. This header is the room's own.

#include <xapian.h>

#include <vector>

#include "search/query_builder.h"
#include "search/results.h"

namespace porthole::search {

/// What each of `parts` adds to the score of `document`, the most first, without those that add nothing.
/// Scores are sums, so a part is asked by itself, of this document alone.
/// `page`: its number in `database`, which may be several joined; `document` knows the one in its own alone.
std::vector<ScorePart> explain_score(const Xapian::Database& database, const Xapian::Weight& scheme,
                                     const std::vector<Part>& parts, const Xapian::Document& document,
                                     Xapian::docid page);

}  // namespace porthole::search
