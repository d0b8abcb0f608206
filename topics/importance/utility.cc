#include "topics/importance/utility.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <optional>
#include <vector>

#include "base/text/number.h"
#include "base/text/text.h"

namespace porthole::topics {

double utility(Utility kind, double alpha, double topicality, double importance) {
  if (kind == Utility::kLinear) return alpha * topicality + (1 - alpha) * importance;
  return std::pow(topicality, alpha) * std::pow(importance, 1 - alpha);
}

void AdaptiveAlpha::saw(double topicality) {
  last_.push_back(topicality);
  if (last_.size() > options_.window) last_.pop_front();
  const double mean =
      std::accumulate(last_.begin(), last_.end(), 0.0) / static_cast<double>(last_.size());
  alpha_ = std::clamp(alpha_ + options_.step * (options_.target - mean), 0.0, 1.0);
}

std::string AdaptiveAlpha::state() const {
  std::string out;
  const auto put = [&](double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.17g", value);
    out += (out.empty() ? "" : " ") + std::string(text);
  };
  put(alpha_);
  for (const double topicality : last_) put(topicality);
  return out;
}

void AdaptiveAlpha::restore(std::string_view state) {
  std::vector<double> values;
  for (const std::string_view word : split(state, ' ')) {
    const std::optional<double> value = parse_number(word);
    if (!value || *value < 0 || *value > 1) return;
    values.push_back(*value);
  }
  if (values.empty()) return;
  alpha_ = values.front();
  last_.assign(values.begin() + 1, values.end());
  while (last_.size() > options_.window) last_.pop_front();
}

}  // namespace porthole::topics
