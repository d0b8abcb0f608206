#pragma once

/// Opens the database of a repository in SQLite, the one way to it; makes its tables, and looks for
/// damage before they are written.
///
/// In:  a file, the access.
/// Out: a connection to a database of the newest version. For kWrite it holds the collection's
/// lock.
///
/// A database of an older version is migrated, for kRead too: a reader that has the right to write
/// takes the lock for as long as the migration lasts.
///
/// Private to repository/. Thread safety: one call a thread.

#include <filesystem>
#include <memory>

#include "base/result.h"
#include "repository/repository.h"
#include "repository/sql/migrations.h"
#include "repository/sqlite/sqlite_database.h"

namespace porthole::repository {

/// Migrations that lead to the tables of schemas/sql/sqlite.sql.
SchemaSteps sqlite_steps();

/// 0 for a file without tables. Errors: those of read_version().
Result<int> sqlite_version(SqliteDatabase& database, SchemaSteps steps = sqlite_steps());

/// Creates all tables. Requires: sqlite_version() is 0.
Result<void> create_schema(SqliteDatabase& database);

/// For kWrite every page of the file is checked after an unclean end and once a week, before
/// anything is written (check_before_writing()).
///
/// Errors: those of open_sqlite(); kStorage while a repair is at its last step (replace.h).
Result<std::unique_ptr<SqliteDatabase>> open_sqlite_database(const std::filesystem::path& file,
                                                             Access access,
                                                             SchemaSteps steps = sqlite_steps());

/// Runs PRAGMA quick_check if it is due, and returns whether it was: after an unclean end, and once
/// a week. An end was unclean if the lock of a killed process is still there, or the last run has
/// no end. The table meta has when the file was checked last (`checked`) and the last run then
/// (`checked_run`).
///
/// Requires: `database` has tables and is open for writing. `was_killed`: the last writer left its
/// lock.
/// Errors: kStorage with the first damage found, before anything is written.
Result<bool> check_before_writing(SqliteDatabase& database, bool was_killed);

/// Notes that the file was checked, or is new.
Result<void> note_checked(SqliteDatabase& database);

}  // namespace porthole::repository
