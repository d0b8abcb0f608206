#pragma once

/// Runs a user's read-only SQL queries on a repository, with limits on rows and time.
///
/// In:  the file of a repository; one statement that only reads.
/// Out: its rows, as far as the limits allow.
///
/// The query comes from the user, the data from the web: a statement cannot write, load extensions
/// or open another file, and it is interrupted at the time limit. Tables and columns are those of
/// schemas/sql/sqlite.sql; state_name(state) and reason_name(reason) give the names of the numbers
/// in url and page_failure.
///
/// Thread safety: one call a thread. A crawl that runs is not disturbed.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include "base/result.h"

namespace porthole::repository {

struct QueryLimits {
  std::size_t rows = 100;
  std::chrono::milliseconds time{60'000};
};

/// NULL, a whole number, a number, or text (of a blob: its bytes).
using QueryValue = std::variant<std::monostate, std::int64_t, double, std::string>;

struct QueryRows {
  std::vector<std::string> columns;
  std::vector<std::vector<QueryValue>> rows;
  bool more = false;  ///< There are rows beyond the limit.
};

/// Errors: kNotFound when there is no such file; kUsage unless `sql` is one statement that only
/// reads, with SQLite's message and a remedy; kTooLarge for more than 256 MiB; kTimeout; kStorage.
Result<QueryRows> run_query(const std::filesystem::path& file, const std::string& sql,
                            const QueryLimits& limits);

struct QueryTable {
  std::string name;
  std::vector<std::string> columns;
};
/// Lists tables and columns. Errors: as run_query().
Result<std::vector<QueryTable>> tables_of(const std::filesystem::path& file);

/// A predefined query.
struct ReadyQuery {
  std::string name;
  std::string title;  ///< Description in one line.
  std::string sql;
};
const std::vector<ReadyQuery>& ready_queries();

}  // namespace porthole::repository
