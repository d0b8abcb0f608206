#include "sampler/chi_square.h"

#include <numeric>
#include <utility>
#include <vector>

#include "sampler/distributions.h"

namespace porthole::sampler {
namespace {

constexpr double kLeastExpected = 5;

std::size_t sum_of(const Counts& counts) {
  std::size_t sum = 0;
  for (const auto& [value, count] : counts) sum += count;
  return sum;
}

}  // namespace

ChiSquare proportionality(std::span<const std::size_t> counts,
                          std::span<const std::size_t> weights) {
  const auto sum =
      static_cast<double>(std::accumulate(counts.begin(), counts.end(), std::size_t{0}));
  const auto weight =
      static_cast<double>(std::accumulate(weights.begin(), weights.end(), std::size_t{0}));
  ChiSquare out;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double expected = sum * static_cast<double>(weights[i]) / weight;
    const double off = static_cast<double>(counts[i]) - expected;
    out.statistic += off * off / expected;
  }
  out.degrees = static_cast<double>(counts.size() - 1);
  out.p = chi_square_above(out.statistic, out.degrees);
  return out;
}

ChiSquare homogeneity(const Counts& sample, const Counts& reference) {
  std::map<std::string, std::pair<double, double>> both;
  for (const auto& [value, count] : sample) both[value].first = static_cast<double>(count);
  for (const auto& [value, count] : reference) both[value].second = static_cast<double>(count);
  const auto n = static_cast<double>(sum_of(sample));
  const auto m = static_cast<double>(sum_of(reference));
  ChiSquare out;
  if (n == 0 || m == 0) return out;
  std::vector<std::pair<double, double>> classes;
  std::pair<double, double> rare;
  const double smaller_share = (n < m ? n : m) / (n + m);
  for (const auto& [value, counts] : both) {
    if ((counts.first + counts.second) * smaller_share >= kLeastExpected) {
      classes.push_back(counts);
    } else {
      rare.first += counts.first;
      rare.second += counts.second;
    }
  }
  if (rare.first + rare.second > 0) classes.push_back(rare);
  if (classes.size() < 2) return out;
  for (const auto& [a, b] : classes) {
    const double share = (a + b) / (n + m);
    out.statistic += (a - n * share) * (a - n * share) / (n * share);
    out.statistic += (b - m * share) * (b - m * share) / (m * share);
  }
  out.degrees = static_cast<double>(classes.size() - 1);
  out.p = chi_square_above(out.statistic, out.degrees);
  return out;
}

}  // namespace porthole::sampler
