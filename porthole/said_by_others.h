#pragma once

/// A page that a search found by what other pages say about it, and that its own words would not have found.

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
  std::string said;     ///< The text of a link to it that has the words.
  std::string said_on;  ///< The page that says so.
  std::int64_t pages = 0;  ///< Other pages that link to it with these words.
};

/// The first of `results` with none of the words in its text, title, description and address, while links of other
/// pages to it have all of them; pages of other sites are quoted before those of its own. A word is met by any that
/// begins like it: give "replicat" for replication, replicate, replicas. Requires: words in lower case.
///
/// Errors: those of the repository.
Result<std::optional<SaidByOthers>> find_said_by_others(repository::Repository& repository,
                                                        const search::Results& results,
                                                        const std::vector<std::string>& words);

}  // namespace porthole::cli
