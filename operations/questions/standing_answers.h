#pragma once

/// Adds standing questions to a collection, answers them, and tells their webhooks.

#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "base/json/json.h"
#include "base/result.h"
#include "collection/collection.h"
#include "search/standing/standing_question.h"

namespace porthole::operations {

/// Time limit of a question that nobody waits for.
inline constexpr std::chrono::seconds kStandingTime{60};

struct NewStanding {
  std::string name;
  std::string sql;                           ///< "" for a ready query.
  std::string ready;                         ///< The name of a ready query.
  std::map<std::string, std::string> set{};  ///< Values of its parameters.
  std::vector<std::string> key{};
  std::string webhook{};
  std::chrono::seconds limit = kStandingTime;
};

/// Answers a new question, and keeps it. Errors: kUsage for a name that is invalid or taken, and
/// for no statement; those of ready_statement(), check_webhook(),
/// answer_standing() and write_standing().
Result<search::StandingQuestion> add_standing(const collection::Collection& collection,
                                              const NewStanding& asked);
/// Answers the question of this name, and keeps the answer; its webhook is told by answer_all().
/// Errors: those of read_standing(), answer_standing() and write_standing().
Result<void> answer_one(const collection::Collection& collection, const std::string& name,
                        std::chrono::seconds limit);

struct StandingAnswers {
  std::size_t questions = 0;
  std::size_t rows = 0;             ///< New ones.
  std::vector<std::string> failed;  ///< "NAME: MESSAGE" of questions and webhooks that failed.

  nlohmann::ordered_json json() const;
  std::string words() const;
};

bool has_standing(const collection::Collection& collection);

/// A question that fails is as before, and the others are answered; rows that a webhook did not
/// take are sent again with the next answer. Errors: those of reading and writing the questions.
Result<StandingAnswers> answer_all(const collection::Collection& collection);

}  // namespace porthole::operations
