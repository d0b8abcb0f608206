#pragma once

/// Questions in SQL to a repository, as `porthole query` asks them, and their rows as JSON.
///
/// Thread safety: any thread.

#include <chrono>
#include <string>

#include "base/result.h"
#include "console/folders.h"
#include "operations/questions/question_json.h"
#include "repository/query.h"

namespace porthole::console {

inline constexpr std::size_t kMostRows = 5000;
inline constexpr std::chrono::seconds kAskTime{20};

/// Runs a query that only reads. Errors: those of Collection::open() and run_query().
Result<repository::QueryRows> ask(const ServedFolder& folder, const std::string& sql,
                                  std::size_t rows = kMostRows);

using operations::as_json;
using operations::rows_as_json;

}  // namespace porthole::console
