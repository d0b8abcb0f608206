#include "repository/sql/migrations.h"

#include <charconv>
#include <string>

#include "repository/sql/rows.h"

namespace porthole::repository {

Result<int> read_version(Database& database, int newest) {
  // Builds before the first release counted their versions under another name.
  Statement row = database.prepare(
      "SELECT value, name FROM meta WHERE name IN ('schema', 'version') ORDER BY name");
  if (!row.step()) {
    if (row.failed()) return row.error();
    return fail(ErrorCode::kStorage, "this is not a repository of Porthole: it has no version");
  }
  if (row.view(1) == "version") {
    return fail(ErrorCode::kStorage,
                "the repository was made by a build before the first release, and is not read",
                database.dialect() == Dialect::kSqlite
                    ? "build it again from the archive: porthole repair"
                    : "gather anew in another schema: ?schema=NAME in the URL of <storage>");
  }
  const std::string text = row.text(0);
  int version = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), version);
  const bool is_number = error == std::errc() && end == text.data() + text.size();
  if (is_number && version >= 1 && version <= newest) return version;
  return fail(ErrorCode::kStorage,
              "the repository has version " + text + ", this program reads versions 1 to " +
                  std::to_string(newest),
              "use the program that made it, or a newer one");
}

Result<void> write_version(Database& database, int version) {
  return database.execute("INSERT INTO meta (name, value) VALUES ('schema', '" +
                          std::to_string(version) +
                          "') ON CONFLICT (name) DO UPDATE SET value = excluded.value");
}

Result<void> migrate(Database& database, int version, SchemaSteps steps) {
  for (; version < newest_version(steps); ++version) {
    const std::string sql(steps[static_cast<std::size_t>(version) - 1]);
    // It is run again where the connection was lost as it was committed.
    const auto step = [&]() -> Result<void> {
      TRY_AS(now, read_version(database, newest_version(steps)));
      if (*now > version) return {};
      TRY(database.execute(sql));
      TRY(forget_state_name(database));
      return write_version(database, version + 1);
    };
    TRY(database.transaction(step));
  }
  return {};
}

}  // namespace porthole::repository
