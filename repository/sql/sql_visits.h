#pragma once

/// SqlVisits: counts the visits of pages that are fetched again, and those that found a change.
///
/// Private to repository/. Lifetime: the database outlives it. Requires: a transaction.

#include "base/result.h"
#include "repository/records.h"
#include "repository/sql/database.h"

namespace porthole::repository {

class SqlVisits {
 public:
  explicit SqlVisits(Database& database) : database_(database) {}

  /// Compares the pages of `batch` with those that are stored. Requires: the pages of the batch are
  /// not written yet.
  Result<void> write(const Batch& batch);

 private:
  Database& database_;
};

}  // namespace porthole::repository
