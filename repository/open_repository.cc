#include "repository/open_repository.h"

#include "repository/postgres_engine.h"
#include "repository/sql/sql_repository.h"

namespace porthole::repository {
namespace {

bool is_postgres_url(std::string_view url) {
  return url.starts_with("postgresql:") || url.starts_with("postgres:");
}

}  // namespace

StoragePlace storage_place(const std::string& storage, const std::filesystem::path& folder) {
  if (is_postgres_url(storage)) return {storage, folder / "repository"};
  const std::string scheme = "sqlite:";
  return {folder / (storage.starts_with(scheme) ? storage.substr(scheme.size()) : storage)};
}

Result<void> check_storage(const std::string& storage) {
  if (!is_postgres_url(storage)) return {};
  TRY_AS(engine, postgres_engine());
  TRY((*engine)->schema_of(storage));
  return {};
}

Result<std::unique_ptr<Repository>> open_repository(const StoragePlace& place, Access access) {
  if (!place.is_postgres()) return open_sqlite(place.file, access);
  TRY_AS(engine, postgres_engine());
  std::optional<Lock> lock;
  if (access == Access::kWrite) {
    TRY_AS(taken, Lock::take(place.lock_file()));
    lock.emplace(std::move(*taken));
  }
  TRY_AS(database, (*engine)->open(place.url, access));
  if (lock) (*database)->hold(std::move(*lock));
  return std::make_unique<SqlRepository>(std::move(*database));
}

Result<std::unique_ptr<Repository>> open_postgres(const std::string& url, Access access) {
  TRY_AS(engine, postgres_engine());
  TRY_AS(database, (*engine)->open(url, access));
  return std::make_unique<SqlRepository>(std::move(*database));
}

Result<std::unique_ptr<Repository>> open_if_there(const StoragePlace& place) {
  auto opened = open_repository(place, Access::kRead);
  if (!opened && opened.error().code == ErrorCode::kNotFound) return std::unique_ptr<Repository>();
  return opened;
}

}  // namespace porthole::repository
