#include "console/api/questions.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/clock.h"
#include "collection/open_collection.h"
#include "console/api/rows.h"
#include "repository/query_process.h"
#include "repository/ready_query.h"
#include "sampling/ready_statement.h"
#include "search/standing/standing_question.h"

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

/// Without the empty values, which stand for none.
std::map<std::string, std::string> given_of(std::map<std::string, std::string> set) {
  std::erase_if(set, [](const auto& one) { return one.second.empty(); });
  return set;
}

Result<http::Response> answer(const Call& call, const std::string& sql) {
  TRY_AS(collection, call.folder.open());
  TRY_AS(found, repository::run_query_apart(collection::storage_of(*collection), sql,
                                            {.rows = kShownRows, .time = kAskTime}));
  return http::json_response(
      {{"columns", found->columns}, {"rows", rows_as_json(*found)}, {"more", found->more}});
}

Result<void> check_parameters(const ReadyQuery& query,
                              const std::map<std::string, std::string>& set) {
  for (const auto& one : set) {
    const bool is_known =
        std::any_of(query.parameters.begin(), query.parameters.end(),
                    [&](const auto& parameter) { return parameter.name == one.first; });
    if (!is_known) {
      return fail(ErrorCode::kUsage,
                  "the question " + query.name + " has no parameter " + one.first,
                  "/api/v1/questions lists those that it has");
    }
  }
  return {};
}

/// The question that a call describes, not answered yet.
Result<search::StandingQuestion> new_question(const Call& call, const std::string& name) {
  search::StandingQuestion question;
  question.name = question.title = name;
  const std::string ready = call.members.optional_text("question", 100);
  if (ready.empty()) {
    question.sql = call.members.text("sql", kLongestSql);
    TRY(call.members.finish());
    return question;
  }
  const auto set = call.members.optional_values("set");
  TRY(call.members.finish());
  TRY_AS(query, repository::find_ready_query(ready));
  TRY(check_parameters(**query, set));
  TRY_AS(collection, call.folder.open());
  TRY_AS(statement, sampling::ready_statement(ready, given_of(set), *collection));
  question.sql = std::move(statement->sql);
  question.title = std::move(statement->title);
  return question;
}

Result<void> answer_and_keep(const collection::Collection& collection,
                             search::StandingQuestion question) {
  TRY_AS(added, search::answer_standing(question, collection::storage_of(collection), kAskTime,
                                        system_clock().wall(), search::FirstAnswer::kIsKnown));
  return search::write_standing(search::standing_folder(collection.folder()), question);
}

Result<void> add_standing(const Call& call, const collection::Collection& collection,
                          const std::string& name) {
  if (!search::is_standing_name(name)) {
    return fail(ErrorCode::kUsage, "not a valid name of a standing question: " + name,
                "use small letters, digits and hyphens, at most 64");
  }
  if (search::read_standing(search::standing_folder(collection.folder()), name))
    return fail(ErrorCode::kBusy, "there is a standing question " + name, "choose another name");
  TRY_AS(question, new_question(call, name));
  return answer_and_keep(collection, std::move(*question));
}

}  // namespace

Result<http::Response> list_questions(const Call& call) {
  TRY_AS(collection, call.folder.open());
  ordered_json ready = ordered_json::array();
  for (const ReadyQuery& query : repository::ready_queries())
    ready.push_back(question_as_json(query));
  ordered_json columns = ordered_json::object();
  if (const auto tables = repository::tables_of(collection::storage_of(*collection))) {
    for (const repository::QueryTable& table : *tables) columns[table.name] = table.columns;
  }
  return http::json_response({{"ready", std::move(ready)}, {"tables", std::move(columns)}});
}

Result<http::Response> answer_ready(const Call& call) {
  TRY_AS(query, repository::find_ready_query(call.parameters.text("name")));
  std::map<std::string, std::string> set;
  for (const repository::QueryParameter& one : (*query)->parameters)
    set[one.name] = call.parameters.text(one.name);
  TRY_AS(collection, call.folder.open());
  TRY_AS(statement, sampling::ready_statement((*query)->name, given_of(set), *collection));
  return answer(call, statement->sql);
}

Result<http::Response> answer_sql(const Call& call) {
  const std::string sql = call.members.text("sql", kLongestSql);
  TRY(call.members.finish());
  return answer(call, sql);
}

Result<http::Response> list_standing(const Call& call) {
  TRY_AS(collection, call.folder.open());
  TRY_AS(questions, search::standing_questions(search::standing_folder(collection->folder())));
  ordered_json list = ordered_json::array();
  for (const search::StandingQuestion& question : *questions)
    list.push_back(search::standing_as_json(question));
  return http::json_response({{"standing", std::move(list)}});
}

Result<http::Response> change_standing(const Call& call) {
  const std::string change = call.members.text("change");
  const std::string name = call.members.text("name", 64);
  if (change == "remove" || change == "answer") {
    TRY(call.members.finish());
  }
  TRY_AS(collection, call.folder.open());
  const auto standing = search::standing_folder(collection->folder());
  Result<void> done = fail(ErrorCode::kUsage, "unknown change", "known: add, answer, remove");
  if (change == "add") done = add_standing(call, *collection, name);
  if (change == "remove") done = search::remove_standing(standing, name);
  if (change == "answer") {
    auto question = search::read_standing(standing, name);
    done = question ? answer_and_keep(*collection, std::move(*question)) : fail(question.error());
  }
  if (!done) return fail(done.error());
  return list_standing(call);
}

}  // namespace porthole::console
