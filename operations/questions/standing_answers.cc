#include "operations/questions/standing_answers.h"

#include "base/clock.h"
#include "base/text/text.h"
#include "collection/open_collection.h"
#include "gatherer/fetch/webhook.h"
#include "search/standing/standing_question.h"

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

}  // namespace

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

Result<StandingAnswers> answer_all(const collection::Collection& collection,
                                   std::chrono::seconds limit) {
  const auto standing = search::standing_folder(collection.folder());
  TRY_AS(questions, search::standing_questions(standing));
  StandingAnswers out;
  for (search::StandingQuestion& question : *questions) {
    const auto added =
        search::answer_standing(question, collection::storage_of(collection), limit,
                                system_clock().wall(), search::FirstAnswer::kIsKnown);
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
