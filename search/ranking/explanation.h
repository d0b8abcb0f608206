#pragma once

/// Explains the score of a page as the sum of its parts.

#include <xapian.h>

#include <vector>

#include "search/index/deadline.h"
#include "search/index/results.h"
#include "search/query/query_builder.h"

namespace porthole::search {

/// The contribution of each of `parts` to the score of `page`, without zeros.
/// Scores are sums, so each part is matched by itself against this document. Parts that `deadline`
/// leaves no time for are missing.
std::vector<ScorePart> explain_score(const Xapian::Database& database, const Xapian::Weight& scheme,
                                     const std::vector<Part>& parts,
                                     const Xapian::MSetIterator& page, const Deadline& deadline);

}  // namespace porthole::search
