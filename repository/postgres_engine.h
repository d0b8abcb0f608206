#pragma once

/// PostgresEngine: what the library postgresql.so does for repositories in PostgreSQL. It is loaded
/// when the first such repository is named, from ../lib/porthole beside the program: the program
/// itself has neither libpq nor a line of repository/postgres/.
///
/// In:  URLs: postgresql://USER@HOST/DATABASE?schema=NAME.
/// Out: a Database, and what several gatherers share, behind the interfaces of repository/.
///
/// The library is built with the program, and is refused by one of another version.
///
/// Private to repository/. Thread safety: any thread. Lifetime: the library is never unloaded.

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "repository/query_rows.h"
#include "repository/repository.h"

namespace porthole::repository {

class BucketLease;
class Database;
class Inbox;
struct CommittedPages;
struct FileCheck;
struct HeldBucket;
struct StoragePlace;

class PostgresEngine {
 public:
  virtual ~PostgresEngine() = default;

  /// The schema that a URL names. Errors: those of check_storage().
  virtual Result<std::string> schema_of(std::string_view url) const = 0;
  /// Errors: those of open_postgres().
  virtual Result<std::unique_ptr<Database>> open(const std::string& url, Access access) const = 0;
  /// The tables of `porthole mine`, in a schema of their own, for writing.
  virtual Result<std::unique_ptr<Database>> open_mining(const std::string& url) const = 0;
  /// As check_repository().
  virtual Result<FileCheck> check(const std::string& url) const = 0;
  /// Describes the process that writes; "" for none.
  virtual Result<std::string> writer(const std::string& url) const = 0;
  /// As run_query() and tables_of().
  virtual Result<QueryRows> query(const std::string& url, const std::string& sql,
                                  const QueryLimits& limits) const = 0;
  virtual Result<std::vector<QueryTable>> tables(const std::string& url) const = 0;

  /// As BucketLease::join(), Inbox::open(), open_shared() and committed_pages().
  virtual Result<std::unique_ptr<BucketLease>> join(const std::string& url, const std::string& name,
                                                    std::chrono::milliseconds term) const = 0;
  virtual Result<std::unique_ptr<Inbox>> open_inbox(const std::string& url,
                                                    const std::vector<HeldBucket>& held) const = 0;
  virtual Result<std::unique_ptr<Repository>> open_shared(const StoragePlace& place,
                                                          const BucketLease& lease,
                                                          std::vector<HeldBucket> held) const = 0;
  virtual CommittedPages committed_pages(Repository& shared) const = 0;

  /// "libpq 15.18".
  virtual std::string library() const = 0;
};

/// The engine; the first call loads it. Errors: kInvalid for a library that is missing (with the
/// package to install), that cannot be loaded, or is of another version.
Result<const PostgresEngine*> postgres_engine();
/// The same of the library `file`.
Result<const PostgresEngine*> load_postgres_engine(const std::filesystem::path& file);

}  // namespace porthole::repository

/// Exported by the library; nullptr for a program of another version.
extern "C" const porthole::repository::PostgresEngine* porthole_postgres_engine(
    const char* program_version);
