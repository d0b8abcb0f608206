#include "repository/postgres/open_postgres.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "repository/url_state.h"

namespace porthole::embedded {
std::string_view sqlite_schema(std::string_view name);  // schemas/sql/, put here by the build
}

namespace porthole::repository {

namespace {

tl::unexpected<Error> not_there(const PostgresPlace& place) {
  Error error;
  error.code = ErrorCode::kNotFound;
  error.message = "nothing was gathered yet: the schema " + place.schema + " has no tables";
  error.file = place.shown;
  error.hint = "gather something first, or take over a repository: porthole migrate";
  return fail(std::move(error));
}

Result<bool> is_current(PostgresDatabase& database, int version, SchemaSteps steps) {
  return version == newest_version(steps) ? knows_all_reasons(database) : Result<bool>(false);
}

/// Makes or migrates the tables, which one process does alone, unless another gatherer has.
Result<void> make_current(const PostgresPlace& place) {
  auto alone = open_postgres_database(place, Access::kWrite);
  if (alone || alone.error().code == ErrorCode::kBusy) return {};
  return fail(alone.error());
}

/// A session that shares the lock of writers, and whether its tables are there.
Result<std::pair<std::unique_ptr<PostgresDatabase>, bool>> try_together(
    const PostgresPlace& place, std::chrono::milliseconds limit) {
  TRY_AS(connection, Connection::open(place, Access::kWrite));
  TRY((*connection)->take_writer_lock(Writers::kTogether));
  TRY((*connection)->set_idle_limit(limit));
  auto database = std::make_unique<PostgresDatabase>(std::move(*connection), Access::kWrite);
  TRY_AS(version, postgres_version(*database));
  TRY_AS(current, is_current(*database, *version, postgres_steps()));
  return std::pair(std::move(database), *current);
}

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

std::chrono::milliseconds idle_limit(std::chrono::milliseconds term) {
  return std::max(term / 2, std::chrono::milliseconds(500));
}

Result<std::unique_ptr<PostgresDatabase>> open_postgres_together(const PostgresPlace& place,
                                                                 std::chrono::milliseconds limit) {
  constexpr int kMostAttempts = 10;  // Gatherers that begin together make the tables in turn.
  for (int attempt = 0; attempt < kMostAttempts; ++attempt) {
    TRY_AS(opened, try_together(place, limit));
    if (opened->second) return std::move(opened->first);
    opened->first.reset();
    TRY(make_current(place));
  }
  return fail(ErrorCode::kBusy, "the tables of the repository are being made by another process",
              "run the same command again");
}

Result<std::unique_ptr<PostgresDatabase>> open_postgres_database(const PostgresPlace& place,
                                                                 Access access, SchemaSteps steps) {
  TRY_AS(connection, Connection::open(place, access));
  const bool writes = access == Access::kWrite;
  if (writes) {
    TRY((*connection)->take_writer_lock());
  }
  auto database = std::make_unique<PostgresDatabase>(std::move(*connection), access);
  TRY_AS(version, postgres_version(*database, steps));
  if (!writes) {
    if (*version == 0) return not_there(place);
    if (*version == newest_version(steps)) return database;
    database.reset();
    TRY(open_postgres_database(place, Access::kWrite, steps));
    return open_postgres_database(place, access, steps);
  }
  TRY_AS(current, is_current(*database, *version, steps));
  if (!*current) {
    TRY(prepare_postgres(*database, *version, steps));
  }
  TRY(database->start_writing());
  return database;
}

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
