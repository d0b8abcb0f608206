#pragma once

/// Runs a user's read-only SQL queries on a repository, with limits on rows and time.
///
/// In:  the place of a repository; one statement that only reads.
/// Out: its rows, as far as the limits allow.
///
/// The query comes from the user, the data from the web: a statement cannot write, load extensions
/// or open another file, and it is interrupted at the time limit. Tables and columns are those of
/// schemas/sql/sqlite.sql, in PostgreSQL too; state_name(state) and reason_name(reason) give the
/// names of the numbers in url and page_failure. PostgreSQL: the query is a cursor of a read-only
/// transaction with a time limit; what else it may call depends on the rights of the role
/// (docs/scale.md).
///
/// Thread safety: one call a thread. A crawl that runs is not disturbed.

#include <string>
#include <vector>

#include "base/result.h"
#include "repository/open_repository.h"
#include "repository/query_rows.h"

namespace porthole::repository {

/// Errors: kNotFound when there is no such file; kUsage unless `sql` is one statement that only
/// reads, with the engine's message and a remedy; kTooLarge for more than 256 MiB; kTimeout;
/// kStorage.
Result<QueryRows> run_query(const StoragePlace& place, const std::string& sql,
                            const QueryLimits& limits);

/// Lists tables and columns, but for tables that the program keeps for itself, which may be asked,
/// too. Errors: as run_query().
Result<std::vector<QueryTable>> tables_of(const StoragePlace& place);

}  // namespace porthole::repository
