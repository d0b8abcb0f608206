#include "operations/questions/question_json.h"

#include <cmath>
#include <utility>

#include "repository/ready_query.h"

namespace porthole::operations {
namespace {

using nlohmann::ordered_json;

ordered_json query_as_json(const repository::ReadyQuery& query) {
  ordered_json parameters = ordered_json::array();
  for (const repository::QueryParameter& one : query.parameters) {
    parameters.push_back({{"name", one.name},
                          {"default", one.fallback ? ordered_json(*one.fallback) : ordered_json()},
                          {"meaning", one.meaning}});
  }
  return {{"name", query.name},
          {"title", query.title},
          {"sql", query.sql},
          {"parameters", std::move(parameters)}};
}

}  // namespace

ordered_json as_json(const repository::QueryValue& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return *whole;
  if (const auto* number = std::get_if<double>(&value))
    return std::isfinite(*number) ? ordered_json(*number) : ordered_json();
  const auto* text = std::get_if<std::string>(&value);
  return text == nullptr ? ordered_json() : ordered_json(*text);
}

ordered_json rows_as_json(const repository::QueryRows& found) {
  ordered_json rows = ordered_json::array();
  for (const auto& row : found.rows) {
    ordered_json values = ordered_json::array();
    for (const repository::QueryValue& value : row) values.push_back(as_json(value));
    rows.push_back(std::move(values));
  }
  return rows;
}

ordered_json answer_as_json(const repository::QueryRows& found) {
  return {{"columns", found.columns}, {"rows", rows_as_json(found)}, {"more", found.more}};
}

ordered_json questions_as_json(std::span<const repository::QueryTable> tables) {
  ordered_json ready = ordered_json::array();
  for (const repository::ReadyQuery& query : repository::ready_queries())
    ready.push_back(query_as_json(query));
  ordered_json columns = ordered_json::object();
  for (const repository::QueryTable& table : tables) columns[table.name] = table.columns;
  return {{"ready", std::move(ready)}, {"tables", std::move(columns)}};
}

}  // namespace porthole::operations
