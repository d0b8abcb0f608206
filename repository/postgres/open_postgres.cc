#include "repository/postgres/open_postgres.h"

#include <algorithm>
#include <string>
#include <utility>

#include "repository/postgres/postgres_schema.h"

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

}  // namespace porthole::repository
