#pragma once

/// Answers the standing questions of a collection, and tells their webhooks.

#include <chrono>
#include <string>
#include <vector>

#include "base/json/json.h"
#include "base/result.h"
#include "collection/collection.h"

namespace porthole::operations {

inline constexpr int kStandingSeconds = 60;

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
Result<StandingAnswers> answer_all(const collection::Collection& collection,
                                   std::chrono::seconds limit);

}  // namespace porthole::operations
