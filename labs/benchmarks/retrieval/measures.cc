#include "labs/benchmarks/retrieval/measures.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <random>

namespace porthole::labs {
namespace {

double discounted(int gain, std::size_t rank) {
  return (std::exp2(gain) - 1) / std::log2(1 + static_cast<double>(rank));
}

std::size_t relevant_in(const Ranked& ranked, const Judgements& judged, std::size_t depth) {
  const auto end = ranked.begin() + static_cast<std::ptrdiff_t>(std::min(depth, ranked.size()));
  return static_cast<std::size_t>(std::count_if(
      ranked.begin(), end, [&](const std::string& name) { return judged.contains(name); }));
}

constexpr std::size_t kSamples = 10'000;
constexpr std::size_t kPermutations = 100'000;

/// The mean of the collections' means of draw(values, i) for each place i.
template <class Draw>
double mean_of(const Differences& differences, Draw draw) {
  double sum = 0;
  for (const std::vector<double>& values : differences) {
    double of_one = 0;
    for (std::size_t i = 0; i < values.size(); ++i) of_one += draw(values, i);
    sum += of_one / static_cast<double>(values.size());
  }
  return sum / static_cast<double>(differences.size());
}

}  // namespace

double ndcg(const Ranked& ranked, const Judgements& judged, std::size_t depth) {
  double gained = 0;
  for (std::size_t i = 0; i < std::min(depth, ranked.size()); ++i) {
    const auto found = judged.find(ranked[i]);
    if (found != judged.end()) gained += discounted(found->second, i + 1);
  }
  std::vector<int> gains;
  for (const auto& [name, gain] : judged) gains.push_back(gain);
  std::sort(gains.begin(), gains.end(), std::greater<>());
  double ideal = 0;
  for (std::size_t i = 0; i < std::min(depth, gains.size()); ++i)
    ideal += discounted(gains[i], i + 1);
  return ideal > 0 ? gained / ideal : 0;
}

double average_precision(const Ranked& ranked, const Judgements& judged) {
  double sum = 0;
  double found = 0;
  for (std::size_t i = 0; i < ranked.size(); ++i) {
    if (judged.contains(ranked[i])) sum += ++found / static_cast<double>(i + 1);
  }
  return judged.empty() ? 0 : sum / static_cast<double>(judged.size());
}

double precision(const Ranked& ranked, const Judgements& judged, std::size_t depth) {
  return static_cast<double>(relevant_in(ranked, judged, depth)) / static_cast<double>(depth);
}

double recall(const Ranked& ranked, const Judgements& judged, std::size_t depth) {
  if (judged.empty()) return 0;
  return static_cast<double>(relevant_in(ranked, judged, depth)) /
         static_cast<double>(judged.size());
}

double reciprocal_rank(const Ranked& ranked, const Judgements& judged) {
  const auto first = std::find_if(ranked.begin(), ranked.end(),
                                  [&](const std::string& name) { return judged.contains(name); });
  return first == ranked.end() ? 0 : 1 / static_cast<double>(first - ranked.begin() + 1);
}

Comparison compare(const Differences& differences, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Comparison result;
  result.mean = mean_of(differences, [](const auto& values, std::size_t i) { return values[i]; });
  std::vector<double> means;
  for (std::size_t n = 0; n < kSamples; ++n) {
    means.push_back(mean_of(differences, [&](const auto& values, std::size_t) {
      return values[random() % values.size()];
    }));
  }
  std::sort(means.begin(), means.end());
  result.low = means[kSamples / 40];
  result.high = means[kSamples - 1 - kSamples / 40];
  std::size_t as_far = 0;
  for (std::size_t n = 0; n < kPermutations; ++n) {
    const double mean = mean_of(differences, [&](const auto& values, std::size_t i) {
      return random() % 2 == 0 ? values[i] : -values[i];
    });
    if (std::abs(mean) >= std::abs(result.mean) - 1e-12) ++as_far;
  }
  result.p = static_cast<double>(as_far + 1) / static_cast<double>(kPermutations + 1);
  return result;
}

}  // namespace porthole::labs
