#pragma once

/// Counts the facet values of all matches.

#include <xapian.h>

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "search/index/page_table.h"
#include "search/index/results.h"

namespace porthole::search {

/// A MatchSpy that Xapian calls for each match. Thread safety: one thread.
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

}  // namespace porthole::search
