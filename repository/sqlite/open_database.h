#pragma once

/// Opens the database of a repository: the one way to it.
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
#include "repository/sqlite/sqlite_schema.h"

namespace porthole::repository {

/// For kWrite every page of the file is checked after an unclean end and once a week, before
/// anything is written (soundness.h).
///
/// Errors: those of open_sqlite(); kStorage while a repair is at its last step (replace.h).
Result<std::unique_ptr<SqliteDatabase>> open_sqlite_database(const std::filesystem::path& file,
                                                             Access access,
                                                             SchemaSteps steps = sqlite_steps());

}  // namespace porthole::repository
