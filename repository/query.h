#pragma once

/// Questions of a user's own about a repository, in SQL.
///
/// In:  the file of a repository; one statement that only reads.
/// Out: its rows, as far as the limits allow.
///
/// What is asked comes from the user, what is found from the web: a statement can change nothing, load nothing, open
/// no other file, and ends when its time is over. Tables and columns are those of schemas/sql/.
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

/// Errors: kNotFound when there is no such file; kUsage for what is no single statement that reads, with SQLite's words
/// and the remedy; kTooLarge for more than 256 MiB; kTimeout; kStorage.
Result<QueryRows> run_query(const std::filesystem::path& file, const std::string& sql, const QueryLimits& limits);

struct QueryTable {
  std::string name;
  std::vector<std::string> columns;
};
/// What can be asked for. Errors: as run_query().
Result<std::vector<QueryTable>> tables_of(const std::filesystem::path& file);

/// A question that others have put before.
struct ReadyQuery {
  std::string name;
  std::string title;  ///< What it answers, one line.
  std::string sql;
};
const std::vector<ReadyQuery>& ready_queries();

}  // namespace porthole::repository
