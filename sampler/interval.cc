#include "sampler/interval.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "sampler/distributions.h"
#include "sampler/hash_rng.h"

namespace porthole::sampler {

Interval share_interval(std::size_t hits, std::size_t size, double level) {
  if (size == 0) return {0, 0, 1};
  const auto n = static_cast<double>(size);
  const double share = static_cast<double>(hits) / n;
  const double z = normal_quantile((1 + level) / 2);
  const double middle = (share + z * z / (2 * n)) / (1 + z * z / n);
  const double half =
      z / (1 + z * z / n) * std::sqrt(share * (1 - share) / n + z * z / (4 * n * n));
  // At the ends the bounds are 0 and 1 but for rounding.
  return {share, hits == 0 ? 0 : middle - half, hits == size ? 1 : middle + half};
}

Interval bootstrap_mean(std::span<const double> values, std::uint64_t random_seed, double level,
                        int rounds) {
  const auto n = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  if (values.size() < 2) return {mean, mean, mean};
  std::vector<double> means(static_cast<std::size_t>(rounds));
  for (std::size_t round = 0; round < means.size(); ++round) {
    HashRng rng(random_seed, values.size(), round);
    double sum = 0;
    for (std::size_t i = 0; i < values.size(); ++i) sum += values[rng.below(values.size())];
    means[round] = sum / n;
  }
  std::sort(means.begin(), means.end());
  // Bootstrap means scatter by sqrt((n - 1) / n) too little, and their quantiles are the normal's,
  // not Student's.
  const double tail =
      normal_below(-std::sqrt(n / (n - 1)) * student_quantile((1 + level) / 2, n - 1));
  const auto at = [&](double p) {
    const double place = p * static_cast<double>(rounds + 1) - 1;
    const double inside = std::clamp(place, 0.0, static_cast<double>(rounds - 1));
    const auto below = static_cast<std::size_t>(inside);
    const std::size_t above = std::min(below + 1, means.size() - 1);
    return means[below] + (inside - std::floor(inside)) * (means[above] - means[below]);
  };
  return {mean, at(tail), at(1 - tail)};
}

// The number of values below the median is binomial with p = 1/2; its bounds by the normal
// distribution.
Interval median_interval(std::span<const double> values, double level) {
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  const auto n = static_cast<double>(sorted.size());
  const double off = normal_quantile((1 + level) / 2) * std::sqrt(n) / 2;
  const auto at = [&](double rank) {
    return sorted[static_cast<std::size_t>(std::clamp(rank, 1.0, n)) - 1];
  };
  return {(at(std::floor((n + 1) / 2)) + at(std::ceil((n + 1) / 2))) / 2,
          at(std::floor(n / 2 - off)), at(std::ceil(n / 2 + 1 + off))};
}

}  // namespace porthole::sampler
