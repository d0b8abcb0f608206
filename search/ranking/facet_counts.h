#pragma once

/// Counts the facet values of all matches, and the pages, sites and topics of the indexes that are
/// searched together.
///
/// Thread safety: one thread.

#include <xapian.h>

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "search/index/page_table.h"
#include "search/index/results.h"
#include "search/ranking/open_indexes.h"

namespace porthole::search {

/// A MatchSpy that Xapian calls for each match.
///
/// Lifetime: `pages` must outlive it.
class FacetSpy final : public Xapian::MatchSpy {
 public:
  explicit FacetSpy(const PageTables& pages) : pages_(pages) {}

  void operator()(const Xapian::Document& document, double) override;

  /// Pages seen.
  std::int64_t seen() const { return seen_; }
  std::vector<FacetCounts> counts() const;

 private:
  const PageTables& pages_;
  std::unordered_map<std::string, std::int64_t>
      combinations_;  // by all facet values of a page together: there are few combinations
  std::unordered_map<std::uint32_t, std::int64_t>
      numbered_;  // the same by number, for a single index
  std::int64_t seen_ = 0;
};

struct Holdings {
  std::int64_t pages = 0;          ///< On topic.
  std::int64_t sites = 0;          ///< These pages are from so many sites.
  std::vector<FacetValue> topics;  ///< Topics of these pages, the most frequent first; all of them.
};

/// Reads the tables in memory, once over all pages. `sites` and `topics` are empty for an index of
/// another version of the program. Throws Xapian::Error.
Holdings holdings_of(const OpenIndexes& open);

}  // namespace porthole::search
