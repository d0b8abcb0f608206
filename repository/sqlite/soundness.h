#pragma once

/// Looks for damage before a repository is written: after an unclean end, and once a week.
///
/// An end was unclean if the lock of a killed process is still there, or the last run has no end.
/// The table meta has when the file was checked last (`checked`) and the last run then
/// (`checked_run`).
///
/// Private to repository/. Thread safety: as Database.

#include "base/result.h"
#include "repository/sqlite/sqlite_database.h"

namespace porthole::repository {

/// Runs PRAGMA quick_check if it is due, and returns whether it was.
/// Requires: `database` has tables and is open for writing. `was_killed`: the last writer left its
/// lock.
/// Errors: kStorage with the first damage found, before anything is written.
Result<bool> check_before_writing(SqliteDatabase& database, bool was_killed);

/// Notes that the file was checked, or is new.
Result<void> note_checked(SqliteDatabase& database);

}  // namespace porthole::repository
