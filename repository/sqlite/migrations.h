#pragma once

/// Schema versions of a repository: creates the schema, and migrates older repositories to it.
///
/// The version stands in the table meta. Each migration leads from one version to the next and runs
/// in a transaction of its own: after an error the repository has the version before it.
///
/// Private to repository/. Thread safety: as Database.

#include "base/result.h"
#include "repository/sqlite/sqlite_database.h"

namespace porthole::repository {

/// The version of schemas/sql/sqlite.sql.
inline constexpr int kSchemaVersion = 8;

/// The version of an open database; 0 if it has no tables. Errors: kStorage if it is not a
/// repository, or has a version above kSchemaVersion.
Result<int> schema_version(SqliteDatabase& database);

/// Creates all tables. Requires: schema_version() is 0.
Result<void> create_schema(SqliteDatabase& database);

/// Runs all migrations from `version` to kSchemaVersion. Errors: kDiskFull, kStorage.
Result<void> migrate(SqliteDatabase& database, int version);

}  // namespace porthole::repository
