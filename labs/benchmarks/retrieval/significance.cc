#include "labs/benchmarks/retrieval/significance.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <random>

namespace porthole::labs {
namespace {

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
