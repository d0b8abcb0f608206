#pragma once

/// The pages around a page: those that cite it, those that it cites, those like it. This header is
/// the room's own.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "search/ranking/searcher.h"

namespace porthole::search {

struct Neighbourhood {
  std::string query;  ///< That finds all of them; "" when the URL is too long for one.
  std::int64_t pages = 0;
  std::vector<Hit> first;  ///< At most kNeighbours; without texts.
};
inline constexpr int kNeighbours = 5;

struct Neighbours {
  Neighbourhood citing;  ///< Pages of the collections that link to it with words.
  Neighbourhood cited;   ///< Pages that it links to with words.
  Neighbourhood similar;
};

/// Errors: kStorage.
Result<Neighbours> neighbours(Searcher& searcher, const std::string& url);

}  // namespace porthole::search
