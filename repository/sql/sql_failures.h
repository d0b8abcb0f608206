#pragma once

/// SqlFailures: writes the failures of pages that were fetched again, and takes out pages that
/// count as gone.
///
/// Private to repository/. Lifetime: database and links outlive it. Requires: a transaction.

#include "base/result.h"
#include "repository/records.h"
#include "repository/sql/database.h"
#include "repository/sql/sql_links.h"

namespace porthole::repository {

class SqlFailures {
 public:
  SqlFailures(Database& database, SqlLinks& links) : database_(database), links_(links) {}

  /// Clears the failures of the pages of `batch` that answered. To be called before they are
  /// written.
  Result<void> forget(const Batch& batch);
  /// Writes the failures of `batch`.
  Result<void> write(const Batch& batch);

 private:
  Result<void> take_out_gone(const FailureRecord& failure);
  Result<void> pass_on_copies(UrlId original);

  Database& database_;
  SqlLinks& links_;
};

}  // namespace porthole::repository
