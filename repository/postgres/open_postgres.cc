#include "repository/postgres/open_postgres.h"

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

}  // namespace

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
  const Result<bool> current =
      *version == kPostgresVersion ? knows_all_reasons(*database) : Result<bool>(false);
  if (!current) return fail(current.error());
  if (!*current) {
    if (auto ready = prepare_postgres(*database, *version); !ready) return fail(ready.error());
  }
  if (auto ready = database->start_writing(); !ready) return fail(ready.error());
  return database;
}

}  // namespace porthole::repository
