#include <map>
#include <utility>
#include <vector>

#include "collection/open_collection.h"
#include "console/api/call.h"
#include "console/api/handlers.h"
#include "operations/questions/question_json.h"
#include "operations/questions/standing_answers.h"
#include "repository/query_process.h"
#include "repository/ready_query.h"
#include "sampling/ready_statement.h"
#include "search/standing/standing_question.h"

namespace porthole::console {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t kLongestSql = std::size_t{64} << 10;
constexpr std::size_t kShownRows = 1000;

/// Without the empty values, which stand for none.
std::map<std::string, std::string> given_of(std::map<std::string, std::string> set) {
  std::erase_if(set, [](const auto& one) { return one.second.empty(); });
  return set;
}

Result<http::Response> answer(const Call& call, const std::string& sql) {
  TRY_AS(collection, call.folder.open());
  TRY_AS(found, repository::run_query_apart(collection::storage_of(*collection), sql,
                                            {.rows = kShownRows, .time = kAskTime}));
  return http::json_response(operations::answer_as_json(*found));
}

/// The question that a call describes.
Result<operations::NewStanding> new_standing(const Call& call, std::string name) {
  operations::NewStanding asked;
  asked.name = std::move(name);
  asked.ready = call.members.optional_text("question", 100);
  if (asked.ready.empty()) {
    asked.sql = call.members.text("sql", kLongestSql);
  } else {
    asked.set = given_of(call.members.optional_values("set"));
  }
  asked.limit = kAskTime;
  TRY(call.members.finish());
  return asked;
}

Result<void> change(const Call& call, const collection::Collection& collection,
                    const std::string& change, const std::string& name) {
  if (change == "add") {
    TRY_AS(asked, new_standing(call, name));
    TRY(operations::add_standing(collection, *asked));
    return {};
  }
  TRY(call.members.finish());
  if (change == "answer") return operations::answer_one(collection, name, kAskTime);
  if (change == "remove")
    return search::remove_standing(search::standing_folder(collection.folder()), name);
  return fail(ErrorCode::kUsage, "unknown change", "known: add, answer, remove");
}

}  // namespace

Result<http::Response> list_questions(const Call& call) {
  TRY_AS(collection, call.folder.open());
  const auto tables = repository::tables_of(collection::storage_of(*collection));
  return http::json_response(
      operations::questions_as_json(tables ? *tables : std::vector<repository::QueryTable>()));
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
  const std::string what = call.members.text("change");
  const std::string name = call.members.text("name", 64);
  TRY_AS(collection, call.folder.open());
  TRY(change(call, *collection, what, name));
  return list_standing(call);
}

}  // namespace porthole::console
