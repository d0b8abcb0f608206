// LearnedStrategy: the reasons for a rating, and the state that is stored.

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <map>

#include "base/text/text.h"
#include "gatherer/strategies/learned_features.h"
#include "gatherer/strategies/learned_strategy.h"

namespace porthole::gatherer {
namespace {

constexpr std::size_t kStoredWeights = 20'000;

void append_line(std::string& text, double first, double second, const std::string& name) {
  char numbers[48];
  std::snprintf(numbers, sizeof numbers, "%.9g %.9g ", first, second);
  text += numbers;
  text += name;
  text += '\n';
}

}  // namespace

void LearnedStrategy::explain(UrlId target, std::vector<Reason>& reasons) const {
  static const char* const kinds[] = {"in the text of links: ", "in its URL: ", "beside links: ",
                                      "above links: ", "topic of a citing page: "};
  if (!open_.get(target, rated_)) return;
  for (const Feature& feature : features(rated_, 0)) {
    const double weight = static_cast<double>(regression_.weight(feature.id).w) * feature.value;
    if (feature.id < kFixedCount) {
      reasons.push_back({std::string(kLearnedFeatures[feature.id].name), weight});
      continue;
    }
    const std::string name = name_of(feature.id);
    if (weight != 0) reasons.push_back({kinds[kTermKinds.find(name[0])] + name.substr(1), weight});
  }
  if (const double phi = yields_.failure_of(rated_.site, rated_.folder); phi > 0)
    reasons.push_back({"requests to its folder and site that failed", std::log(1 - phi)});
  std::stable_sort(reasons.begin(), reasons.end(), [](const Reason& a, const Reason& b) {
    return std::abs(a.weight) > std::abs(b.weight);
  });
}

// One line for each weight: "w g name"; fixed features are named "=key", terms by kind and term.
// Then one for each word of the evidence: "a b wWORD", and one with its totals: "A B W".
std::string LearnedStrategy::state() const {
  std::vector<std::uint32_t> order;
  for (std::uint32_t id = 0; id < regression_.size(); ++id) {
    if (id < kFixedCount || regression_.weight(id).w != 0) order.push_back(id);
  }
  const auto heavier = [&](std::uint32_t a, std::uint32_t b) {
    if (a < kFixedCount || b < kFixedCount) return a < b;
    return std::abs(regression_.weight(a).w) > std::abs(regression_.weight(b).w);
  };
  if (order.size() > kStoredWeights) {
    std::nth_element(order.begin(), order.begin() + kStoredWeights, order.end(), heavier);
    order.resize(kStoredWeights);
  }
  std::string text;
  for (const std::uint32_t id : order) {
    const auto weight = regression_.weight(id);
    append_line(text, static_cast<double>(weight.w), static_cast<double>(weight.g),
                id < kFixedCount ? std::string("=") + kLearnedFeatures[id].key : name_of(id));
  }
  evidence_.for_each([&](std::string_view word, double on, double off) {
    append_line(text, on, off, word.empty() ? "W" : "w" + std::string(word));
  });
  return text;
}

std::string LearnedStrategy::average(const std::vector<std::string>& states) const {
  struct Sum {
    double first = 0, second = 0;
    double with = 0;  ///< States that have the name.
  };
  std::map<std::string, Sum, std::less<>> sums;
  for (const std::string& state : states) {
    for (const std::string_view line : split(state, '\n')) {
      Sum one{.with = 1};
      const char* const end = line.data() + line.size();
      const auto [after_first, bad_first] = std::from_chars(line.data(), end, one.first);
      if (bad_first != std::errc() || after_first == end) continue;
      const auto [after, bad_second] = std::from_chars(after_first + 1, end, one.second);
      if (bad_second != std::errc() || after == end) continue;
      Sum& sum = sums[std::string(after + 1, static_cast<std::size_t>(end - after - 1))];
      sum.first += one.first;
      sum.second += one.second;
      sum.with += 1;
    }
  }
  // The second number of a weight is the sum of its squared gradients, which a gatherer without the
  // weight does not have; the numbers of a word are counts.
  const auto all = static_cast<double>(states.size());
  std::string text;
  for (const auto& [name, sum] : sums) {
    const bool is_word = name.starts_with('w') || name == "W";
    append_line(text, sum.first / all, sum.second / (is_word ? all : sum.with), name);
  }
  return text;
}

void LearnedStrategy::restore_state(std::string_view state) {
  restore_lines(state, Words::kTake);
  if (open_.size() > 0) rate_all();
}

bool LearnedStrategy::warm_start(std::string_view state, bool same_topic) {
  restore_lines(state, same_topic ? Words::kTake : Words::kLeaveOut);
  return true;
}

void LearnedStrategy::restore_lines(std::string_view state, Words words) {
  for (const std::string_view line : split(state, '\n')) {
    topics::OnlineLogistic::Weight weight;
    const char* const end = line.data() + line.size();
    const auto [after_w, bad_w] = std::from_chars(line.data(), end, weight.w);
    if (bad_w != std::errc() || after_w == end) continue;
    const auto [after_g, bad_g] = std::from_chars(after_w + 1, end, weight.g);
    if (bad_g != std::errc() || after_g == end || !std::isfinite(weight.w) || !(weight.g >= 0))
      continue;
    const std::string_view name(after_g + 1, static_cast<std::size_t>(end - after_g - 1));
    if (name.empty()) continue;
    if (name[0] == '=') {
      for (std::uint32_t id = 0; id < kFixedCount; ++id) {
        if (name.substr(1) == kLearnedFeatures[id].key) regression_.restore(id, weight);
      }
    } else if (words == Words::kLeaveOut) {
      continue;
    } else if ((name[0] == 'w' && name.size() > 1) || name == "W") {
      evidence_.restore(name.substr(1), static_cast<double>(weight.w),
                        static_cast<double>(weight.g));
    } else if (kTermKinds.find(name[0]) != std::string_view::npos) {
      regression_.restore(feature_of(std::string(name)), weight);
    }
  }
}

}  // namespace porthole::gatherer
