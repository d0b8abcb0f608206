#pragma once

/// Counts what results have in common. This header is the room's own.

#include <xapian.h>

#include <string>
#include <unordered_map>
#include <vector>

#include "search/results.h"

namespace porthole::search {

/// Sees each page that matches while the matching goes on. Thread safety: one thread.
class FacetSpy final : public Xapian::MatchSpy {
 public:
  void operator()(const Xapian::Document& document, double) override;

  /// Pages seen.
  std::int64_t pages() const { return pages_; }
  std::vector<FacetCounts> counts() const;

 private:
  std::unordered_map<std::string, std::int64_t> combinations_;  // all values of a page together: there are few
  std::int64_t pages_ = 0;
};

}  // namespace porthole::search
