#pragma once

/// Finds a search result that matches only by the link text of other pages.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "repository/repository.h"
#include "search/ranking/searcher.h"

namespace porthole::cli {

struct SaidByOthers {
  std::string url;
  std::string said;        ///< The text of a link to it that contains the words.
  std::string said_on;     ///< The page with that link.
  std::int64_t pages = 0;  ///< Number of other pages that link to it with these words.
};

/// The first of `results` with none of the words in its text, title, description and URL, while
/// links of other pages to it contain all of them; links from other sites are preferred as quotes.
/// Words match by prefix: "replicat" matches replication, replicate, replicas. Requires: words in
/// lower case.
///
/// Errors: those of the repository.
Result<std::optional<SaidByOthers>> find_said_by_others(repository::Repository& repository,
                                                        const search::Results& results,
                                                        const std::vector<std::string>& words);

}  // namespace porthole::cli
