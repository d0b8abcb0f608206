#include "repository/file_check.h"

#include "repository/lock.h"
#include "repository/sqlite/database.h"
#include "repository/sqlite/migrations.h"

namespace porthole::repository {

Result<FileCheck> check_file(const std::filesystem::path& file, bool whole) {
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored))
    return fail(ErrorCode::kNotFound, "there is no " + file.string());
  auto database = Database::open(file, false);
  if (!database) return fail(database.error());
  FileCheck check;
  check.current_version = kSchemaVersion;
  const Result<int> version = schema_version(**database);
  if (!version) return fail(version.error());
  check.version = *version;
  if (!whole) return check;
  Statement lines = (*database)->prepare("PRAGMA quick_check(10)");
  while (lines.step()) {
    if (lines.view(0) != "ok") check.faults.push_back(lines.text(0));
  }
  if (lines.failed()) check.faults.push_back(lines.error().value().message);
  return check;
}

std::optional<std::string> lock_holder(const std::filesystem::path& repository_file) {
  std::filesystem::path lock = repository_file;
  lock += ".lock";
  return Lock::holder(lock);
}

std::string database_library() { return std::string("SQLite ") + sqlite3_libversion(); }

}  // namespace porthole::repository
