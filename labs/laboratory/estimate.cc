#include "labs/laboratory/estimate.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "sampler/hash_rng.h"

namespace porthole::labs {
namespace {

constexpr std::size_t kResamples = 4'000;
constexpr std::uint64_t kSeed = 20'261'123;

double mean_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

std::vector<double> numbers_of(const std::vector<double>& values) {
  std::vector<double> numbers;
  std::copy_if(values.begin(), values.end(), std::back_inserter(numbers),
               [](double value) { return std::isfinite(value); });
  return numbers;
}

}  // namespace

Estimate estimate_of(const std::vector<double>& all) {
  const std::vector<double> values = numbers_of(all);
  if (values.empty()) {
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    return {kNone, kNone, kNone, 0};
  }
  std::vector<double> means;
  for (std::size_t i = 0; i < kResamples; ++i) {
    sampler::HashRng rng(kSeed, i, 0);
    double sum = 0;
    for (std::size_t j = 0; j < values.size(); ++j) sum += values[rng.below(values.size())];
    means.push_back(sum / static_cast<double>(values.size()));
  }
  std::sort(means.begin(), means.end());
  return {mean_of(values), means[kResamples / 40], means[kResamples - 1 - kResamples / 40],
          values.size()};
}

PairedDifference difference_of(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> differences;
  for (std::size_t i = 0; i < a.size(); ++i) differences.push_back(a[i] - b[i]);
  differences = numbers_of(differences);
  PairedDifference out{estimate_of(differences), 1};
  if (differences.empty()) return out;
  const double observed = std::abs(mean_of(differences)) - 1e-12;
  std::size_t as_far = 0;
  for (std::size_t i = 0; i < kResamples; ++i) {
    sampler::HashRng rng(kSeed, i, 1);
    double sum = 0;
    for (const double difference : differences)
      sum += (rng.next() & 1U) != 0 ? difference : -difference;
    as_far += std::abs(sum / static_cast<double>(differences.size())) >= observed ? 1 : 0;
  }
  // The observed assignment is one of them.
  out.p = static_cast<double>(as_far + 1) / static_cast<double>(kResamples + 1);
  return out;
}

}  // namespace porthole::labs
