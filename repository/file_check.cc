#include "repository/file_check.h"

#include <sstream>
#include <utility>

#include "repository/lock.h"
#include "repository/postgres_engine.h"
#include "repository/sqlite/open_database.h"

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

/// Files of SQLite beside the database that are there and are no files: nothing can be written
/// then.
void add_companions(const std::filesystem::path& file, std::vector<std::string>& faults) {
  std::error_code ignored;
  for (const char* suffix : {"-wal", "-shm"}) {
    const std::filesystem::path beside = file.string() + suffix;
    const bool is_there = std::filesystem::exists(std::filesystem::symlink_status(beside, ignored));
    if (is_there && !std::filesystem::is_regular_file(beside, ignored))
      faults.push_back(beside.string() + " is a folder, or a link to nothing: move it away");
  }
}

}  // namespace

Result<FileCheck> check_file(const std::filesystem::path& file, FileReading reading) {
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored))
    return fail(ErrorCode::kNotFound, "there is no " + file.string());
  FileCheck check;
  check.current_version = newest_version(sqlite_steps());
  add_companions(file, check.faults);
  if (!check.faults.empty()) return check;
  TRY_AS(database, SqliteDatabase::open(file, false));
  TRY_AS(version, sqlite_version(**database));
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

std::optional<std::string> lock_holder(const StoragePlace& place) {
  if (auto here = Lock::holder(place.lock_file()); here || !place.is_postgres()) return here;
  const auto engine = postgres_engine();
  if (!engine) return std::nullopt;
  const Result<std::string> writer = (*engine)->writer(place.url);
  return writer && !writer->empty() ? std::optional(*writer) : std::nullopt;
}

Result<FileCheck> check_repository(const StoragePlace& place, FileReading reading) {
  if (!place.is_postgres()) return check_file(place.file, reading);
  TRY_AS(engine, postgres_engine());
  return (*engine)->check(place.url);
}

std::string database_library() {
  const auto engine = postgres_engine();
  return std::string("SQLite ") + sqlite3_libversion() +
         (engine ? ", " + (*engine)->library() : std::string());
}

}  // namespace porthole::repository
