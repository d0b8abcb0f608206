#pragma once

/// A user's query on a repository in PostgreSQL: repository/query.h has the contract.
///
/// Private to repository/. Thread safety: one call a thread.

#include <string>
#include <vector>

#include "base/result.h"
#include "repository/query_rows.h"

namespace porthole::repository {

Result<QueryRows> run_postgres_query(const std::string& url, const std::string& sql,
                                     const QueryLimits& limits);
Result<std::vector<QueryTable>> postgres_tables(const std::string& url);

}  // namespace porthole::repository
