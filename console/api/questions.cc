#include "console/api/questions.h"

#include "collection/open_collection.h"
#include "console/api/rows.h"
#include "repository/ready_query.h"
#include "sampling/sample_account.h"

namespace porthole::console {
namespace {

using nlohmann::ordered_json;
using repository::ReadyQuery;

constexpr std::size_t kLongestSql = std::size_t{64} << 10;
constexpr std::size_t kShownRows = 1000;

ordered_json question_as_json(const ReadyQuery& query) {
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

Result<repository::QueryValues> values_of(const ReadyQuery& query, const Call& call) {
  repository::QueryValues values;
  for (const repository::QueryParameter& one : query.parameters) {
    const std::string& value = call.parameters.text(one.name);
    if (value.empty()) continue;
    if (one.kind != repository::ParameterKind::kSample) {
      values.values[one.name] = value;
      continue;
    }
    const Result<collection::Collection> collection = call.folder.open();
    if (!collection) return fail(collection.error());
    auto topics = sampling::topics_of_sample(*collection, value);
    if (!topics) return fail(topics.error());
    values.samples[one.name] = std::move(*topics);
  }
  return values;
}

Result<Payload> answer(const Call& call, const std::string& sql) {
  const auto found = ask(call.folder, sql, kShownRows);
  if (!found) return fail(found.error());
  return as_payload(
      {{"columns", found->columns}, {"rows", rows_as_json(*found)}, {"more", found->more}});
}

}  // namespace

Result<Payload> list_questions(const Call& call) {
  const Result<collection::Collection> collection = call.folder.open();
  if (!collection) return fail(collection.error());
  ordered_json ready = ordered_json::array();
  for (const ReadyQuery& query : repository::ready_queries())
    ready.push_back(question_as_json(query));
  ordered_json columns = ordered_json::object();
  if (const auto tables = repository::tables_of(collection::storage_of(*collection))) {
    for (const repository::QueryTable& table : *tables) columns[table.name] = table.columns;
  }
  return as_payload({{"ready", std::move(ready)}, {"tables", std::move(columns)}});
}

Result<Payload> answer_ready(const Call& call) {
  const auto query = repository::find_ready_query(call.parameters.text("name"));
  if (!query) return fail(query.error());
  const auto values = values_of(**query, call);
  if (!values) return fail(values.error());
  const Result<std::string> sql = repository::statement_of(**query, *values);
  if (!sql) return fail(sql.error());
  return answer(call, *sql);
}

Result<Payload> answer_sql(const Call& call) {
  const auto sql = text_member(call, "sql", kLongestSql);
  if (!sql) return fail(sql.error());
  return answer(call, *sql);
}

}  // namespace porthole::console
