#pragma once

/// The tables of a repository in SQLite: makes them.
///
/// Private to repository/. Thread safety: as Database.

#include "base/result.h"
#include "repository/sql/migrations.h"
#include "repository/sqlite/sqlite_database.h"

namespace porthole::repository {

/// Those that lead to the tables of schemas/sql/sqlite.sql.
SchemaSteps sqlite_steps();

/// 0 for a file without tables. Errors: those of read_version().
Result<int> sqlite_version(SqliteDatabase& database, SchemaSteps steps = sqlite_steps());

/// Creates all tables. Requires: sqlite_version() is 0.
Result<void> create_schema(SqliteDatabase& database);

}  // namespace porthole::repository
