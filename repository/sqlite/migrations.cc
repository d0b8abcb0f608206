#include "repository/sqlite/migrations.h"

#include <algorithm>
#include <charconv>
#include <string>

#include "repository/sql/rows.h"

namespace porthole::embedded {
std::string_view sqlite_schema(std::string_view name);  // schemas/sql/, put here by the build
}

namespace porthole::repository {
namespace {

Result<void> run_file(SqliteDatabase& database, std::string_view name) {
  return database.execute(std::string(embedded::sqlite_schema(name)));
}

Result<void> add_column_if_missing(SqliteDatabase& database, const std::string& table,
                                   const std::string& column, const std::string& type) {
  Statement there = database.prepare("SELECT count(*) FROM pragma_table_info(?) WHERE name = ?");
  there.bind_all(table, column);
  if (!there.step()) return there.error();
  if (there.small(0) != 0) return {};
  there.reset();
  return database.execute("ALTER TABLE " + table + " ADD COLUMN " + column + " " + type);
}

Result<void> write_version(SqliteDatabase& database, int version) {
  if (auto marked = database.execute("PRAGMA application_id = " + std::to_string(kApplicationId));
      !marked) {
    return marked;
  }
  return database.prepare("INSERT OR REPLACE INTO meta VALUES ('version', ?)")
      .bind_all(std::to_string(version))
      .run();
}

// Repositories of version 1 differ: columns and tables were added to them when they were written.
Result<void> to_version_2(SqliteDatabase& database) {
  auto done = add_column_if_missing(database, "link", "fragment", "TEXT");
  if (done) done = add_column_if_missing(database, "link", "first_seen", "INTEGER");
  if (done) done = add_column_if_missing(database, "url", "held", "INTEGER NOT NULL DEFAULT 0");
  if (done) done = run_file(database, "sqlite_to_2.sql");
  return done;
}

Result<void> to_version_3(SqliteDatabase& database) {
  return run_file(database, "sqlite_to_3.sql");
}

Result<void> to_version_4(SqliteDatabase& database) {
  return run_file(database, "sqlite_to_4.sql");
}

Result<void> to_version_5(SqliteDatabase& database) {
  return run_file(database, "sqlite_to_5.sql");
}

Result<void> to_version_6(SqliteDatabase& database) {
  return run_file(database, "sqlite_to_6.sql");
}

Result<void> to_version_7(SqliteDatabase& database) {
  return run_file(database, "sqlite_to_7.sql");
}

Result<void> to_version_8(SqliteDatabase& database) {
  return run_file(database, "sqlite_to_8.sql");
}

struct Migration {
  int to;
  Result<void> (*run)(SqliteDatabase&);
};
constexpr Migration kMigrations[] = {{2, to_version_2}, {3, to_version_3}, {4, to_version_4},
                                     {5, to_version_5}, {6, to_version_6}, {7, to_version_7},
                                     {8, to_version_8}};

}  // namespace

Result<int> schema_version(SqliteDatabase& database) {
  Statement exists =
      database.prepare("SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'meta'");
  if (!exists.step()) return exists.error();
  if (exists.small(0) == 0) return 0;
  exists.reset();
  Statement row = database.prepare("SELECT value FROM meta WHERE name = 'version'");
  if (!row.step()) {
    if (row.failed()) return row.error();
    return fail(ErrorCode::kStorage, "this is not a repository of Porthole: it has no version");
  }
  const std::string text = row.text(0);
  int version = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), version);
  const bool is_number = error == std::errc() && end == text.data() + text.size();
  if (!is_number || version < 1 || version > kSchemaVersion) {
    return fail(ErrorCode::kStorage,
                "the repository has version " + text + ", this program reads versions 1 to " +
                    std::to_string(kSchemaVersion),
                "use the program that made it, or a newer one");
  }
  return version;
}

Result<void> create_schema(SqliteDatabase& database) {
  return database.transaction([&]() -> Result<void> {
    if (auto made = run_file(database, "sqlite.sql"); !made) return made;
    return write_version(database, kSchemaVersion);
  });
}

Result<void> migrate(SqliteDatabase& database, int version) {
  for (const Migration& migration : kMigrations) {
    if (migration.to <= version) continue;
    auto done = database.transaction([&]() -> Result<void> {
      if (auto ran = migration.run(database); !ran) return ran;
      if (auto forgotten = forget_state_name(database); !forgotten) return forgotten;
      return write_version(database, migration.to);
    });
    if (!done) return done;
  }
  return {};
}

}  // namespace porthole::repository
