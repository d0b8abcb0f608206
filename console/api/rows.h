#pragma once

/// Questions in SQL to a repository, as `porthole query` asks them, and their rows as JSON.
///
/// Thread safety: any thread.

#include <chrono>
#include <string>

#include "base/json/json.h"
#include "base/result.h"
#include "console/folders.h"
#include "repository/query.h"

namespace porthole::console {

inline constexpr std::size_t kMostRows = 5000;
inline constexpr std::chrono::seconds kAskTime{20};

/// Runs a query that only reads. Errors: those of Collection::open() and run_query().
Result<repository::QueryRows> ask(const ServedFolder& folder, const std::string& sql,
                                  std::size_t rows = kMostRows);

/// Null, a number, or text.
nlohmann::ordered_json as_json(const repository::QueryValue& value);
/// A list of lists.
nlohmann::ordered_json rows_as_json(const repository::QueryRows& found);

}  // namespace porthole::console
