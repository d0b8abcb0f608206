#include "gatherer/frontier/precedence.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace porthole::gatherer {
namespace {

constexpr double kLargestRating = 1e9;
constexpr double kStep = 4 * kLargestRating;  // Ratings of two values of precedence stay apart.

}  // namespace

Result<Precedence> Precedence::make(const std::vector<collection::PriorityRule>& rules) {
  Precedence made;
  for (const collection::PriorityRule& rule : rules) {
    TRY_AS(matches, compile_rule(rule.matches));
    made.rules_.push_back({std::move(*matches), rule.value});
  }
  return made;
}

int Precedence::of(const Url& url) const {
  const auto last = std::find_if(rules_.rbegin(), rules_.rend(), [&](const Rule& rule) {
    return rule.matches.verdict(url) != Verdict::kNoOpinion;
  });
  return last == rules_.rend() ? 0 : last->value;
}

int Precedence::of(std::string_view href) const {
  if (rules_.empty()) return 0;
  const Result<Url> url = Url::parse(href);
  return url ? of(*url) : 0;
}

double stored_priority(double rating, int precedence) {
  return std::clamp(rating, -kLargestRating, kLargestRating) + kStep * precedence;
}

StoredPriority parts_of_priority(double stored) {
  const int precedence =
      static_cast<int>(std::clamp(std::round(stored / kStep), -1.0 * collection::kLargestPriority,
                                  1.0 * collection::kLargestPriority));
  return {stored - kStep * precedence, precedence};
}

}  // namespace porthole::gatherer
