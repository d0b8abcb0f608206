#include "repository/sqlite/open_database.h"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/clock.h"
#include "base/text/format.h"
#include "repository/replace.h"
#include "repository/sql/sql_repository.h"

namespace porthole::embedded {
std::string_view sqlite_schema(std::string_view name);  // schemas/sql/, put here by the build
}

namespace porthole::repository {

namespace {

/// An archive or an index lies beside the file.
bool has_companions(const std::filesystem::path& file) {
  std::error_code ignored;
  const auto has_files = [&](const char* folder) {
    return !std::filesystem::is_empty(file.parent_path() / folder, ignored) && !ignored;
  };
  return has_files("archive") || has_files("index");
}

tl::unexpected<Error> emptied(const std::filesystem::path& file) {
  Error error;
  error.code = ErrorCode::kStorage;
  error.file = file.string();
  error.message =
      "the repository was emptied: it has no tables, though an archive or an index lies beside it";
  error.hint =
      "build it again from the archive: porthole repair " +
      shell_word(file.parent_path().string()) +
      "; or put it back from a copy (docs/backup.md); or remove the file, and gather begins a new "
      "one";
  return fail(std::move(error));
}

Result<Lock> take_lock(const std::filesystem::path& file) {
  std::filesystem::path beside = file;
  beside += ".lock";
  return Lock::take(beside);
}

/// Creates or migrates the schema; looks for damage before.
Result<void> prepare_to_write(SqliteDatabase& database, int version, SchemaSteps steps,
                              bool was_killed) {
  if (version == 0) {
    auto created = create_schema(database);
    return created ? note_checked(database) : created;
  }
  TRY_AS(checked, check_before_writing(database, was_killed));
  TRY(migrate(database, version, steps));
  if (*checked) (void)note_checked(database);  // On a full disk it is checked again next time.
  return {};
}

/// Errors: kStorage while a repository that was built again waits to take the place of `file`.
Result<void> check_no_repair(const std::filesystem::path& file) {
  std::error_code ignored;
  if (!std::filesystem::exists(waiting_replacement(file), ignored)) return {};
  Error error;
  error.code = ErrorCode::kStorage;
  error.file = file.string();
  error.message = "a repair of the repository was interrupted before its last step";
  error.hint = "end it: porthole repair " + shell_word(file.parent_path().string());
  return fail(std::move(error));
}

/// Migrates the file from `version` for a reader.
Result<void> migrate_for_reader(const std::filesystem::path& file, int version, SchemaSteps steps) {
  const auto writer = open_sqlite_database(file, Access::kWrite, steps);
  if (writer) return {};
  Error error = writer.error();
  error.message = "the repository has version " + std::to_string(version) +
                  " and could not be migrated to version " + std::to_string(newest_version(steps)) +
                  ": " + error.message;
  error.hint = "let its owner run: porthole status " + shell_word(file.parent_path().string());
  return fail(std::move(error));
}

/// Errors: kPermission, kStorage where the system does not say.
Result<bool> is_there(const std::filesystem::path& file) {
  std::error_code code;
  const bool found = std::filesystem::exists(file, code);
  if (!code) return found;
  Error error;
  error.code = code == std::errc::permission_denied ? ErrorCode::kPermission : ErrorCode::kStorage;
  error.file = file.string();
  error.message = "the repository cannot be looked for: " + code.message();
  error.hint = "check <storage> in porthole.xml, and who may read the folder";
  return fail(std::move(error));
}

Error in_file(Error error, const std::filesystem::path& file) {
  if (error.file.empty()) error.file = file.string();
  return error;
}

constexpr std::chrono::days kCheckEvery{7};

struct LastRun {
  std::int64_t id = 0;
  bool has_ended = true;
};

Result<LastRun> last_run(SqliteDatabase& database) {
  Statement select = database.prepare("SELECT id, ended FROM run ORDER BY id DESC LIMIT 1");
  if (select.step()) return LastRun{select.integer(0), select.integer(1) != 0};
  if (select.failed()) return select.error();
  return LastRun{};
}

/// 0 if it was never noted.
Result<std::int64_t> noted(SqliteDatabase& database, std::string_view name) {
  Statement select = database.prepare("SELECT CAST(value AS INTEGER) FROM meta WHERE name = ?");
  select.bind_all(name);
  if (select.step()) return select.integer(0);
  if (select.failed()) return select.error();
  return std::int64_t{0};
}

Result<bool> is_due(SqliteDatabase& database, const LastRun& run) {
  TRY_AS(checked, noted(database, "checked"));
  const WallTime at{std::chrono::seconds{*checked}};
  const WallTime now = system_clock().wall();
  if (now - at > kCheckEvery || at > now) return true;
  if (run.has_ended) return false;
  TRY_AS(checked_run, noted(database, "checked_run"));
  return *checked_run != run.id;
}

/// Reading it takes a moment.
Result<bool> is_small(SqliteDatabase& database) {
  constexpr std::int64_t kSmall = std::int64_t{32} << 20;
  Statement size = database.prepare(
      "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()");
  if (!size.step()) return size.error();
  return size.integer(0) <= kSmall;
}

}  // namespace

Result<std::unique_ptr<SqliteDatabase>> open_sqlite_database(const std::filesystem::path& file,
                                                             Access access, SchemaSteps steps) {
  const bool writable = access == Access::kWrite;
  TRY_AS(found, is_there(file));
  std::optional<Lock> lock;
  if (writable) {
    TRY_AS(taken, take_lock(file));
    lock.emplace(std::move(*taken));
    TRY(check_no_repair(file));
  } else if (!*found) {
    return fail(ErrorCode::kNotFound, "nothing was gathered yet: there is no " + file.string(),
                "run: porthole gather " + shell_word(file.parent_path().string()));
  }
  std::error_code ignored;
  const bool must_have_tables = std::filesystem::exists(file, ignored) && has_companions(file);
  if (must_have_tables && std::filesystem::file_size(file, ignored) == 0)
    return emptied(file);  // Opening would write to it.
  Result<std::unique_ptr<SqliteDatabase>> database = SqliteDatabase::open(file, writable);
  if (!database) return database;
  const bool was_killed = lock && lock->was_left_behind();
  if (lock) (*database)->hold(std::move(*lock));
  const Result<int> version = sqlite_version(**database, steps);
  if (!version) return fail(in_file(version.error(), file));
  if (*version == 0 && must_have_tables) return emptied(file);
  if (*version == newest_version(steps) && !writable) return database;
  if (writable) {
    if (auto ready = prepare_to_write(**database, *version, steps, was_killed); !ready) {
      return fail(in_file(ready.error(), file));
    }
    return database;
  }
  if (*version == 0) {
    return fail(ErrorCode::kNotFound, "the repository " + file.string() + " is empty",
                "gather something first");
  }
  database->reset();
  TRY(migrate_for_reader(file, *version, steps));
  return open_sqlite_database(file, Access::kRead, steps);
}

Result<std::unique_ptr<Repository>> open_sqlite(const std::filesystem::path& file, Access access) {
  TRY_AS(database, open_sqlite_database(file, access));
  return std::make_unique<SqlRepository>(std::move(*database));
}

SchemaSteps sqlite_steps() {
  static constexpr std::string_view kSteps[] = {
      "ALTER TABLE summary DROP COLUMN rdf;"
      "ALTER TABLE summary ADD COLUMN digest TEXT NOT NULL DEFAULT ''",
  };
  return kSteps;
}

Result<int> sqlite_version(SqliteDatabase& database, SchemaSteps steps) {
  Statement exists =
      database.prepare("SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'meta'");
  if (!exists.step()) return exists.error();
  if (exists.small(0) == 0) return 0;
  return read_version(database, newest_version(steps));
}

Result<void> create_schema(SqliteDatabase& database) {
  return database.transaction([&]() -> Result<void> {
    TRY(database.execute(std::string(embedded::sqlite_schema("sqlite.sql"))));
    TRY(database.execute("PRAGMA application_id = " + std::to_string(kApplicationId)));
    return write_version(database, newest_version(sqlite_steps()));
  });
}

Result<bool> check_before_writing(SqliteDatabase& database, bool was_killed) {
  TRY_AS(run, last_run(database));
  const auto due = was_killed ? Result<bool>(true) : is_due(database, *run);
  if (!due) return due;
  if (!*due) {
    TRY_AS(small, is_small(database));
    if (!*small) return false;
  }
  Statement check = database.prepare("PRAGMA quick_check(1)");
  if (!check.step()) return check.error();
  if (check.view(0) != "ok") return database.damaged(check.text(0));
  return due;
}

Result<void> note_checked(SqliteDatabase& database) {
  return database.transaction([&]() -> Result<void> {
    TRY_AS(run, last_run(database));
    const std::int64_t now = system_clock().wall().time_since_epoch().count();
    Statement put = database.prepare("INSERT OR REPLACE INTO meta VALUES (?, ?)");
    auto done = put.bind_all("checked", std::to_string(now)).run();
    if (done) done = put.bind_all("checked_run", std::to_string(run->id)).run();
    return done;
  });
}

}  // namespace porthole::repository
