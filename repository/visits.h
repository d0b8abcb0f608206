#pragma once

/// Reads the visits of pages that were fetched again: how often, and how often they had changed.
///
/// In:  the place of a repository.
/// Out: a record for each page that has been fetched more than once.
///
/// A page that is stored once more with a later date counts as visited, and as changed when its
/// digest differs; so does one that answers that it has not changed (304).
/// Thread safety: one call a thread. A crawl that runs is not disturbed.

#include <cstdint>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "repository/open_repository.h"
#include "repository/records.h"

namespace porthole::repository {

struct VisitRecord {
  UrlId page = 0;
  std::int64_t visits = 0;
  std::int64_t changes = 0;  ///< Visits that found another content than the one before.
  WallTime first{};          ///< The fetch before the first visit.
  WallTime last{};
};

/// In order of page. Errors: those of run_query() (repository/query.h).
Result<std::vector<VisitRecord>> read_visits(const StoragePlace& place);

}  // namespace porthole::repository
