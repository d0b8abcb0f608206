#include "console/api/rows.h"

#include <cmath>

#include "collection/open_collection.h"

namespace porthole::console {

using nlohmann::ordered_json;

Result<repository::QueryRows> ask(const ServedFolder& folder, const std::string& sql,
                                  std::size_t rows) {
  TRY_AS(collection, folder.open());
  return repository::run_query(collection::storage_of(*collection), sql,
                               {.rows = rows, .time = kAskTime});
}

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

}  // namespace porthole::console
