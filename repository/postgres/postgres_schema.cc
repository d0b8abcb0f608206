#include "repository/postgres/postgres_schema.h"

#include <string>
#include <string_view>
#include <utility>

#include "repository/url_state.h"

namespace porthole::embedded {
std::string_view sqlite_schema(std::string_view name);  // schemas/sql/, put here by the build
}

namespace porthole::repository {
namespace {

tl::unexpected<Error> refuse(const PostgresPlace& place, std::string message, std::string hint) {
  Error error;
  error.code = ErrorCode::kStorage;
  error.message = std::move(message);
  error.hint = std::move(hint);
  error.file = place.shown;
  return fail(std::move(error));
}

std::string quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("''") : std::string(1, c);
  return out + "'";
}

/// SQL functions state_name(n) and reason_name(n), as a query of SQLite has them.
std::string name_functions() {
  std::string states;
  for (const UrlState state :
       {UrlState::kQueued, UrlState::kFetched, UrlState::kAlias, UrlState::kDropped}) {
    states +=
        " WHEN " + std::to_string(static_cast<int>(state)) + " THEN " + quoted(name_of(state));
  }
  std::string reasons_list;
  for (const ReasonInfo& reason : reasons()) {
    reasons_list +=
        " WHEN " + std::to_string(static_cast<int>(reason.reason)) + " THEN " + quoted(reason.name);
  }
  const auto function = [](const std::string& name, const std::string& body) {
    return "CREATE OR REPLACE FUNCTION " + name +
           "(integer) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $f$SELECT CASE $1" +
           body + " END$f$;";
  };
  return function("state_name", states + " ELSE 'unknown'") +
         function("reason_name", " WHEN 0 THEN ''" + reasons_list +
                                     " ELSE CASE WHEN $1 BETWEEN 100 AND 599 THEN 'http ' ELSE "
                                     "'reason ' END || $1");
}

}  // namespace

SchemaSteps postgres_steps() {
  static constexpr std::string_view kSteps[] = {
      "ALTER TABLE summary DROP COLUMN rdf;"
      "ALTER TABLE summary ADD COLUMN digest TEXT NOT NULL DEFAULT ''",
  };
  return kSteps;
}

Result<int> postgres_version(PostgresDatabase& database, SchemaSteps steps) {
  const PostgresPlace& place = database.connection().place();
  Statement tables = database.prepare(
      "SELECT count(*), count(*) FILTER (WHERE tablename IN ('meta', 'url', 'page', 'link')) FROM"
      " pg_tables WHERE schemaname = ?");
  tables.bind_all(place.schema);
  if (!tables.step()) return tables.error();
  if (tables.integer(0) == 0) return 0;
  if (tables.integer(1) < 4) {
    return refuse(
        place,
        "the schema " + place.schema + " has tables of another program, and is left as it is",
        "name another schema in the URL of <storage>: ?schema=NAME");
  }
  auto version = read_version(database, newest_version(steps));
  if (!version) version.error().file = place.shown;
  return version;
}

Result<bool> knows_all_reasons(PostgresDatabase& database) {
  const ReasonInfo& last = reasons().back();
  Statement select = database.prepare("SELECT reason_name(?)");
  select.bind_all(static_cast<int>(last.reason));
  if (!select.step()) return select.error();
  return select.view(0) == last.name;
}

Result<void> prepare_postgres(PostgresDatabase& database, int version, SchemaSteps steps) {
  if (version != 0) TRY(migrate(database, version, steps));
  // It is run again where the connection was lost as it was committed: the tables are there then.
  return database.transaction([&]() -> Result<void> {
    TRY_AS(now, postgres_version(database, steps));
    if (*now == 0) {
      const std::string schema = "\"" + database.connection().place().schema + "\"";
      TRY(database.execute("DO $$BEGIN IF to_regnamespace('" + schema +
                           "') IS NULL THEN CREATE SCHEMA " + schema + "; END IF; END$$;" +
                           std::string(embedded::sqlite_schema("postgres.sql")) +
                           "INSERT INTO gatherer (id) VALUES (1);"));
      TRY(write_version(database, newest_version(postgres_steps())));
    }
    return database.execute(name_functions());
  });
}

}  // namespace porthole::repository
