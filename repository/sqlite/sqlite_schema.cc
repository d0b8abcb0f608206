#include "repository/sqlite/sqlite_schema.h"

#include <string>
#include <string_view>

namespace porthole::embedded {
std::string_view sqlite_schema(std::string_view name);  // schemas/sql/, put here by the build
}

namespace porthole::repository {

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

}  // namespace porthole::repository
