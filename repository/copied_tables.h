#pragma once

/// The tables that a copy of a repository (copy_repository.h) has, by the columns that both engines
/// have. A new table or column is listed here, too (docs/extending.md).
///
/// Thread safety: functions without state.

#include <cstddef>
#include <vector>

#include "repository/sql/database.h"

namespace porthole::repository {

struct TableToCopy {
  const char* name;
  std::size_t keys;                       ///< Columns of its key: one text, or one or two numbers.
  std::vector<BulkPlan::Column> columns;  ///< Those of the key first.
  const char* condition = "true";         ///< Which rows are copied.
};

/// In the order in which they are copied.
const std::vector<TableToCopy>& tables_to_copy();

}  // namespace porthole::repository
