#pragma once

/// Answers to queries and the ready queries as JSON, for command line and console alike.
///
/// Thread safety: functions without state.

#include <span>

#include "base/json/json.h"
#include "repository/query.h"

namespace porthole::operations {

/// Null, a number, or text.
nlohmann::ordered_json as_json(const repository::QueryValue& value);
/// A list of lists.
nlohmann::ordered_json rows_as_json(const repository::QueryRows& found);
/// Members columns, rows, more.
nlohmann::ordered_json answer_as_json(const repository::QueryRows& found);
/// The ready queries with their parameters, and the columns of the tables: members ready, tables.
nlohmann::ordered_json questions_as_json(std::span<const repository::QueryTable> tables);

}  // namespace porthole::operations
