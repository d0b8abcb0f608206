#pragma once

/// Counts the pages, sites and topics of the indexes that are searched together.
///
/// Thread safety: as OpenIndexes.

#include <cstdint>
#include <vector>

#include "search/index/results.h"
#include "search/ranking/open_indexes.h"

namespace porthole::search {

struct Holdings {
  std::int64_t pages = 0;          ///< On topic.
  std::int64_t sites = 0;          ///< These pages are from so many sites.
  std::vector<FacetValue> topics;  ///< Topics of these pages, the most frequent first; all of them.
};

/// Reads the tables in memory, once over all pages. `sites` and `topics` are empty for an index of
/// another version of the program. Throws Xapian::Error.
Holdings holdings_of(const OpenIndexes& open);

}  // namespace porthole::search
