#include "repository/file_check.h"

#include <sstream>
#include <utility>

#include "repository/lock.h"
#include "repository/sqlite/database.h"
#include "repository/sqlite/migrations.h"

namespace porthole::repository {

namespace {

/// A row of SQLite's report may have many lines, the first of which names the database.
void add_lines(const std::string& row, std::vector<std::string>& faults) {
  constexpr std::size_t kMostLines = 10;
  std::istringstream lines(row);
  for (std::string line; std::getline(lines, line) && faults.size() < kMostLines;) {
    if (!line.empty() && !line.starts_with("***")) faults.push_back(std::move(line));
  }
}

}  // namespace

Result<FileCheck> check_file(const std::filesystem::path& file, FileReading reading) {
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
  if (reading == FileReading::kHead) return check;
  Statement lines = (*database)->prepare(
      reading == FileReading::kQuick ? "PRAGMA quick_check(10)" : "PRAGMA integrity_check(10)");
  while (lines.step()) {
    if (lines.view(0) != "ok") add_lines(lines.text(0), check.faults);
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
