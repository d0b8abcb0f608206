#pragma once

/// Checks a repository without changing it: no migration, no lock.
///
/// Thread safety: one call a thread. A crawl may write meanwhile.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "repository/open_repository.h"

namespace porthole::repository {

struct FileCheck {
  int version = 0;                  ///< Version of the schema; 0 for a file without tables.
  int current_version = 0;          ///< That of this program, to which an older file is migrated.
  std::vector<std::string> faults;  ///< Damage that SQLite reports, at most ten lines.
};

/// How much of the file is read.
enum class FileReading {
  kHead,   ///< Only what is needed to open it.
  kQuick,  ///< Every page of the database (PRAGMA quick_check): a second for a few hundred MB.
  kWhole,  ///< Every page, and whether each index agrees with its table (PRAGMA integrity_check).
};

/// Errors: kNotFound; kStorage for a file that is not a repository, is damaged too far to be
/// opened, or was made by a newer version; kPermission.
Result<FileCheck> check_file(const std::filesystem::path& file, FileReading reading);

/// Describes the process that has the collection's lock; absent if none has it.
std::optional<std::string> lock_holder(const StoragePlace& place);

/// The same for either engine. PostgreSQL: the version alone is checked, whatever `reading` is; its
/// own pg_amcheck reads every page.
Result<FileCheck> check_repository(const StoragePlace& place, FileReading reading);

/// "SQLite 3.40.1, libpq 15.18"; SQLite alone without the library of PostgreSQL.
std::string database_library();

}  // namespace porthole::repository
