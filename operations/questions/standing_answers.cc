#include "operations/questions/standing_answers.h"

#include <utility>

#include "base/clock.h"
#include "base/text/text.h"
#include "collection/open_collection.h"
#include "gatherer/fetch/webhook.h"
#include "sampling/ready_statement.h"

namespace porthole::operations {
namespace {

/// Sends what the webhook has not taken. Errors: those of post_webhook().
Result<void> deliver(search::StandingQuestion& question, const collection::Network& network) {
  if (question.webhook.empty()) return {};
  const nlohmann::ordered_json rows = search::undelivered(question);
  if (rows.is_null()) return {};
  const std::string text =
      rows.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  if (auto posted = gatherer::post_webhook(question.webhook, text, network); !posted) return posted;
  question.delivered = question.serial;
  return {};
}

Result<search::StandingQuestion> new_question(const collection::Collection& collection,
                                              const NewStanding& asked) {
  search::StandingQuestion question;
  question.name = question.title = asked.name;
  question.key = asked.key;
  question.webhook = asked.webhook;
  question.sql = asked.sql;
  if (!asked.ready.empty()) {
    TRY_AS(ready, sampling::ready_statement(asked.ready, asked.set, collection));
    question.sql = std::move(ready->sql);
    question.title = std::move(ready->title);
  }
  if (question.sql.empty())
    return fail(ErrorCode::kUsage, "there is no question", "give SQL, or --ready NAME");
  if (!question.webhook.empty()) TRY(gatherer::check_webhook(question.webhook));
  return question;
}

Result<void> answer_and_keep(const collection::Collection& collection,
                             search::StandingQuestion& question, std::chrono::seconds limit) {
  TRY(search::answer_standing(question, collection::storage_of(collection), limit,
                              system_clock().wall()));
  return search::write_standing(search::standing_folder(collection.folder()), question);
}

}  // namespace

Result<search::StandingQuestion> add_standing(const collection::Collection& collection,
                                              const NewStanding& asked) {
  if (!search::is_standing_name(asked.name)) {
    return fail(ErrorCode::kUsage, "not a valid name of a standing question: " + asked.name,
                "use small letters, digits and hyphens, at most 64");
  }
  if (search::read_standing(search::standing_folder(collection.folder()), asked.name)) {
    return fail(ErrorCode::kUsage, "there is a standing question " + asked.name,
                "remove it first, or choose another name");
  }
  TRY_AS(question, new_question(collection, asked));
  TRY(answer_and_keep(collection, *question, asked.limit));
  return question;
}

Result<void> answer_one(const collection::Collection& collection, const std::string& name,
                        std::chrono::seconds limit) {
  TRY_AS(question, search::read_standing(search::standing_folder(collection.folder()), name));
  return answer_and_keep(collection, *question, limit);
}

nlohmann::ordered_json StandingAnswers::json() const {
  return {{"questions", questions}, {"new_rows", rows}, {"failed", failed}};
}

std::string StandingAnswers::words() const {
  std::string text = "answered " + counted(static_cast<std::int64_t>(questions), "question") +
                     ", " + counted(static_cast<std::int64_t>(rows), "new row");
  for (const std::string& failure : failed) text += "; " + failure;
  return text;
}

bool has_standing(const collection::Collection& collection) {
  const auto questions = search::standing_questions(search::standing_folder(collection.folder()));
  return !questions || !questions->empty();
}

Result<StandingAnswers> answer_all(const collection::Collection& collection) {
  const auto standing = search::standing_folder(collection.folder());
  TRY_AS(questions, search::standing_questions(standing));
  StandingAnswers out;
  for (search::StandingQuestion& question : *questions) {
    const auto added = search::answer_standing(question, collection::storage_of(collection),
                                               kStandingTime, system_clock().wall());
    if (!added) {
      out.failed.push_back(question.name + ": " + added.error().message);
      continue;
    }
    ++out.questions;
    out.rows += *added;
    // The answer is kept before it is sent: a crash in between sends rows twice, and loses none.
    TRY(search::write_standing(standing, question));
    if (auto sent = deliver(question, collection.specification().network); !sent) {
      out.failed.push_back(question.name + ": " + sent.error().message);
      continue;
    }
    TRY(search::write_standing(standing, question));
  }
  return out;
}

}  // namespace porthole::operations
