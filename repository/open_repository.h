#pragma once

/// Opens a repository, in whichever engine it is.
///
///   auto repository = open_repository(collection.storage(), Access::kRead);
///
/// Thread safety: one call a thread.

#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include "base/result.h"
#include "repository/repository.h"

namespace porthole::repository {

/// Where a repository is.
struct StoragePlace {
  // A file of SQLite is a place.
  StoragePlace(std::filesystem::path sqlite_file)  // NOLINT(google-explicit-constructor)
      : file(std::move(sqlite_file)) {}
  StoragePlace(std::string postgres_url, std::filesystem::path lock_beside)
      : url(std::move(postgres_url)), file(std::move(lock_beside)) {}

  std::string url;  ///< PostgreSQL's; "" for SQLite.
  /// SQLite: the file. PostgreSQL: FILE.lock keeps other writers of this machine from the archive.
  std::filesystem::path file;
  bool is_postgres() const { return !url.empty(); }
  /// As it is named in messages. It has no password: check_storage().
  std::string shown() const { return is_postgres() ? url : file.string(); }
  /// FILE.lock.
  std::filesystem::path lock_file() const { return file.string() + ".lock"; }
};

/// The place that <storage url=...> names, for a collection in `folder`.
StoragePlace storage_place(const std::string& storage, const std::filesystem::path& folder);

/// Errors: kInvalid for a URL of PostgreSQL that cannot be understood, or has a password in it. The
/// message does not quote it.
Result<void> check_storage(const std::string& storage);

/// Errors: those of open_sqlite() and open_postgres().
Result<std::unique_ptr<Repository>> open_repository(const StoragePlace& place, Access access);

/// Opens it for reading; empty where nothing was gathered yet.
Result<std::unique_ptr<Repository>> open_if_there(const StoragePlace& place);

/// Opens the schema that `url` names (PostgreSQL: postgresql://USER@HOST/DATABASE?schema=NAME),
/// creating it for kWrite. For kWrite takes the lock of the schema.
///
/// A connection that was lost is made again, for a minute at most. Errors: kInvalid for the URL;
/// kNotFound without the database, and for kRead of an empty schema; kBusy naming the process that
/// has the lock; kPermission; kNetwork; kStorage for tables of another program or a newer version.
Result<std::unique_ptr<Repository>> open_postgres(const std::string& url, Access access);

/// The mining tables of a repository (repository/mining/) are beside its own, so that a crawl keeps
/// its tables and their speed. SQLite: `mining.db` in the folder of the repository's file.
inline std::filesystem::path mining_file(const StoragePlace& repository) {
  return repository.file.parent_path() / "mining.db";
}
/// PostgreSQL: the schema of the mining tables of the schema `repository`.
inline std::string mining_schema(const std::string& repository) { return repository + "_mining"; }

}  // namespace porthole::repository
