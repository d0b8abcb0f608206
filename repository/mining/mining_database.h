#pragma once

/// MiningDatabase: the tables in which a database classifies and distils a crawl by joins.
///
/// In:  the place of a repository.
/// Out: a connection to tables of their own, for mined_classes.h and mined_links.h: SQLite's in
///      `mining.db` beside the repository's file, PostgreSQL's in the schema NAME_mining beside
///      NAME. The tables of the repository are read and never changed.
///
/// The statements are the files of schemas/sql/mining/. Where they name :NAME, a value is put in.
/// A table has what the last work put there; what was left by a killed process is made anew.
///
/// Source: Chakrabarti, van den Berg, Dom 1999 (VLDB), figure 1, sections 2.1.3 and 2.2.3.
/// Errors: kBusy when another process mines the same repository; those of Repository.
/// Thread safety: one thread.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "repository/open_repository.h"

namespace porthole::repository {

class Database;

struct MiningOptions {
  /// SQLite's cache of pages. PostgreSQL's is that of its server (shared_buffers).
  std::size_t cache_bytes = std::size_t{64} << 20;
};

class MiningDatabase {
 public:
  static Result<std::unique_ptr<MiningDatabase>> open(const StoragePlace& repository,
                                                      const MiningOptions& options = {});
  ~MiningDatabase();

  /// Values for the places :NAME of a file.
  using Values = std::vector<std::pair<std::string, std::string>>;
  /// Runs the statements of a file, as one transaction.
  Result<void> run(std::string_view file, const Values& values = {});
  /// The text of a file with these values. `:repository.` is where the crawl's tables are.
  std::string text_of(std::string_view file, const Values& values = {}) const;
  /// The file of this name that has one form for each engine: NAME_sqlite.sql, NAME_postgres.sql.
  std::string of_engine(std::string_view name) const;

  Database& database() { return *database_; }
  /// Lets PostgreSQL count what the tables hold, so that it plans by it. SQLite: nothing.
  Result<void> analyze();
  /// The whole number that a statement of one row and one column gives.
  Result<std::int64_t> number(std::string_view sql);

 private:
  MiningDatabase(std::unique_ptr<Database> database, std::string crawl);
  std::unique_ptr<Database> database_;
  std::string crawl_;  ///< The schema of the repository's tables, in SQL.
};

/// A number as SQL reads it back.
std::string sql_number(double value);

}  // namespace porthole::repository
