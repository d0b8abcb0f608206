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

Result<bool> is_current(PostgresDatabase& database, int version) {
  return version == kPostgresVersion ? knows_all_reasons(database) : Result<bool>(false);
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
  Result<std::unique_ptr<Connection>> connection = Connection::open(place, Access::kWrite);
  if (!connection) return fail(connection.error());
  if (auto done = (*connection)->take_writer_lock(Writers::kTogether); !done)
    return fail(done.error());
  if (auto done = (*connection)->set_idle_limit(limit); !done) return fail(done.error());
  auto database = std::make_unique<PostgresDatabase>(std::move(*connection), Access::kWrite);
  const Result<int> version = postgres_version(*database);
  if (!version) return fail(version.error());
  const Result<bool> current = is_current(*database, *version);
  if (!current) return fail(current.error());
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
    auto opened = try_together(place, limit);
    if (!opened) return fail(opened.error());
    if (opened->second) return std::move(opened->first);
    opened->first.reset();
    if (auto made = make_current(place); !made) return fail(made.error());
  }
  return fail(ErrorCode::kBusy, "the tables of the repository are being made by another process",
              "run the same command again");
}

Result<std::unique_ptr<PostgresDatabase>> open_postgres_database(const PostgresPlace& place,
                                                                 Access access) {
  Result<std::unique_ptr<Connection>> connection = Connection::open(place, access);
  if (!connection) return fail(connection.error());
  const bool writes = access == Access::kWrite;
  if (writes) {
    if (auto locked = (*connection)->take_writer_lock(); !locked) return fail(locked.error());
  }
  auto database = std::make_unique<PostgresDatabase>(std::move(*connection), access);
  const Result<int> version = postgres_version(*database);
  if (!version) return fail(version.error());
  if (!writes) {
    if (*version == 0) return not_there(place);
    if (*version == kPostgresVersion) return database;
    database.reset();
    if (auto writer = open_postgres_database(place, Access::kWrite); !writer)
      return fail(writer.error());
    return open_postgres_database(place, access);
  }
  const Result<bool> current = is_current(*database, *version);
  if (!current) return fail(current.error());
  if (!*current) {
    if (auto ready = prepare_postgres(*database, *version); !ready) return fail(ready.error());
  }
  if (auto ready = database->start_writing(); !ready) return fail(ready.error());
  return database;
}

}  // namespace porthole::repository
