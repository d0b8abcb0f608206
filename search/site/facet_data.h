#pragma once

/// Converts the facets of results to the values of the results template: names in readers' words,
/// topics as a tree, years as a histogram.
///
/// Thread safety: functions without state.

#include <cstddef>

#include "search/index/results.h"
#include "search/site/page_data.h"
#include "search/site/search_links.h"

namespace porthole::search {

struct FacetData {
  data shown;              ///< Facets with several values, and those with a chosen one; or false.
  data further;            ///< Those behind "More filters"; or false.
  std::size_t chosen = 0;  ///< Chosen values of all of them.
};

FacetData facet_data(const Results& results, const SearchLinks& links);

}  // namespace porthole::search
