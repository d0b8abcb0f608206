#pragma once

/// Schema versions of a repository, for both engines: reads the version, and migrates older tables.
///
/// The version stands in the table meta. Each step leads from one version to the next and runs in a
/// transaction of its own: after an error the repository has the version before it.
///
/// Private to repository/. Thread safety: as Database.

#include <span>
#include <string_view>

#include "base/result.h"
#include "repository/sql/database.h"

namespace porthole::repository {

/// SQL that leads from each version to the next; the first from version 1 to 2.
using SchemaSteps = std::span<const std::string_view>;
inline int newest_version(SchemaSteps steps) { return static_cast<int>(steps.size()) + 1; }

/// The version of tables that are there. Errors: kStorage if there is none, if it is above
/// `newest`, or if a build before the first release made them.
Result<int> read_version(Database& database, int newest);

/// Requires: a transaction.
Result<void> write_version(Database& database, int version);

/// Runs the steps that follow `version`. Errors: kDiskFull, kStorage.
Result<void> migrate(Database& database, int version, SchemaSteps steps);

}  // namespace porthole::repository
