#include "gatherer/strategies/strategy_options.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <utility>

#include "base/text/text.h"

namespace porthole::gatherer {
namespace {

std::string in_words(double number) {
  char out[32];
  std::snprintf(out, sizeof out, "%g", number);
  return out;
}

}  // namespace

const std::string* StrategyOptions::find(const std::string& name) {
  known_.push_back(name);
  const std::string* value = nullptr;
  for (const auto& [given, text] : choice_.options) {
    if (given == name) value = &text;
  }
  return value;
}

double StrategyOptions::number(const std::string& name, double otherwise, double low, double high) {
  const std::string* value = find(name);
  if (value == nullptr) return otherwise;
  double number = 0;
  const auto [end, error] = std::from_chars(value->data(), value->data() + value->size(), number);
  if (error == std::errc() && end == value->data() + value->size() && number >= low &&
      number <= high)
    return number;
  refuse(name, *value, "give a number from " + in_words(low) + " to " + in_words(high));
  return otherwise;
}

std::int64_t StrategyOptions::count(const std::string& name, std::int64_t otherwise,
                                    std::int64_t low, std::int64_t high) {
  const std::string* value = find(name);
  if (value == nullptr) return otherwise;
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(value->data(), value->data() + value->size(), number);
  if (error == std::errc() && end == value->data() + value->size() && number >= low &&
      number <= high)
    return number;
  refuse(name, *value,
         "give a whole number from " + std::to_string(low) + " to " + std::to_string(high));
  return otherwise;
}

std::string StrategyOptions::choice(const std::string& name,
                                    const std::vector<std::string>& known) {
  const std::string* value = find(name);
  if (value == nullptr) return known.front();
  if (std::find(known.begin(), known.end(), *value) != known.end()) return *value;
  std::string list;
  for (const std::string& one : known) list += (list.empty() ? "" : " or ") + one;
  refuse(name, *value, "write " + list);
  return known.front();
}

// Keeps the first problem only.
void StrategyOptions::refuse(const std::string& name, const std::string& value, std::string hint) {
  if (problem_) return;
  problem_ = fail(ErrorCode::kInvalid, "option " + name + " is \"" + value + "\"", std::move(hint))
                 .value();
}

std::string StrategyOptions::text(const std::string& name, const std::string& otherwise) {
  const std::string* value = find(name);
  return value == nullptr ? otherwise : *value;
}

Result<void> StrategyOptions::finish() const {
  if (problem_) return fail(*problem_);
  for (const auto& [name, value] : choice_.options) {
    if (std::find(known_.begin(), known_.end(), name) != known_.end()) continue;
    const std::string nearest = nearest_name(name, known_);
    std::string list;
    for (const std::string& option : known_) list += (list.empty() ? "" : ", ") + option;
    return fail(ErrorCode::kInvalid, "strategy " + choice_.name + " has no option \"" + name + "\"",
                (nearest.empty() ? "" : "did you mean \"" + nearest + "\"? ") +
                    std::string("known: ") + list);
  }
  return {};
}

}  // namespace porthole::gatherer
