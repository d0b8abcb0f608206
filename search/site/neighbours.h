#pragma once

/// The pages around a page: pages that link to it, pages that it links to, and similar pages.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "search/ranking/searcher.h"

namespace porthole::search {

struct Neighbourhood {
  std::string query;  ///< Finds all of them; "" when the URL is too long for a query.
  std::int64_t pages = 0;
  std::vector<Hit> first;  ///< At most kNeighbours; without texts.
};
inline constexpr int kNeighbours = 5;

struct Neighbours {
  Neighbourhood citing;  ///< Pages that link to it with anchor text.
  Neighbourhood cited;   ///< Pages that it links to with anchor text.
  Neighbourhood similar;
};

/// Errors: kStorage.
Result<Neighbours> neighbours(Searcher& searcher, const std::string& url);

}  // namespace porthole::search
