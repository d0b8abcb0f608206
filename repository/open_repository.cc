#include "repository/open_repository.h"

#include "repository/postgres/open_postgres.h"
#include "repository/sql/sql_repository.h"

namespace porthole::repository {

StoragePlace storage_place(const std::string& storage, const std::filesystem::path& folder) {
  if (is_postgres_url(storage)) return {storage, folder / "repository"};
  const std::string scheme = "sqlite:";
  return {folder / (storage.starts_with(scheme) ? storage.substr(scheme.size()) : storage)};
}

Result<void> check_storage(const std::string& storage) {
  if (!is_postgres_url(storage)) return {};
  auto place = parse_postgres_url(storage);
  if (!place) return fail(place.error());
  return {};
}

Result<std::unique_ptr<Repository>> open_repository(const StoragePlace& place, Access access) {
  if (!place.is_postgres()) return open_sqlite(place.file, access);
  const Result<PostgresPlace> where = parse_postgres_url(place.url);
  if (!where) return fail(where.error());
  std::optional<Lock> lock;
  if (access == Access::kWrite) {
    Result<Lock> taken = Lock::take(place.lock_file());
    if (!taken) return fail(taken.error());
    lock.emplace(std::move(*taken));
  }
  Result<std::unique_ptr<PostgresDatabase>> database = open_postgres_database(*where, access);
  if (!database) return fail(database.error());
  if (lock) (*database)->hold(std::move(*lock));
  return std::make_unique<SqlRepository>(std::move(*database));
}

Result<std::unique_ptr<Repository>> open_postgres(const std::string& url, Access access) {
  const Result<PostgresPlace> place = parse_postgres_url(url);
  if (!place) return fail(place.error());
  Result<std::unique_ptr<PostgresDatabase>> database = open_postgres_database(*place, access);
  if (!database) return fail(database.error());
  return std::make_unique<SqlRepository>(std::move(*database));
}

Result<std::unique_ptr<Repository>> open_if_there(const StoragePlace& place) {
  auto opened = open_repository(place, Access::kRead);
  if (!opened && opened.error().code == ErrorCode::kNotFound) return std::unique_ptr<Repository>();
  return opened;
}

}  // namespace porthole::repository
