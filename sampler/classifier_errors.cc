#include "sampler/classifier_errors.h"

#include <algorithm>
#include <cmath>

namespace porthole::sampler {
namespace {

double within_one(double share) { return std::clamp(share, 0.0, 1.0); }

}  // namespace

std::optional<Interval> corrected_share(const Interval& seen, const ClassifierErrors& errors) {
  const double least = errors.false_positives().estimate;
  const double range = errors.sensitivity().estimate - least;
  if (errors.on == 0 || errors.off == 0 || range <= 0) return std::nullopt;
  const auto correct = [&](double share) { return within_one((share - least) / range); };
  return Interval{correct(seen.estimate), correct(seen.low), correct(seen.high)};
}

Interval bounded_share(const Interval& seen, double precision) {
  if (precision <= 0) return {seen.estimate, 0, 1};
  return {seen.estimate, within_one((seen.low - (1 - precision)) / precision),
          within_one(seen.high / precision)};
}

std::map<std::string, double> corrected_topics(const Counts& predicted,
                                               const std::vector<ConfusedPages>& confusion) {
  std::map<std::string, double> pages_of;  // by actual
  for (const ConfusedPages& cell : confusion)
    pages_of[cell.actual] += static_cast<double>(cell.pages);
  // Pr[predicted|actual], by predicted.
  std::map<std::string, std::map<std::string, double>> likely;
  for (const ConfusedPages& cell : confusion)
    likely[cell.predicted][cell.actual] = static_cast<double>(cell.pages) / pages_of[cell.actual];
  double all = 0;
  for (const auto& [topic, pages] : predicted) {
    if (!pages_of.contains(topic)) likely[topic][topic] = 1;
    all += static_cast<double>(pages);
  }
  std::map<std::string, double> shares;
  for (const auto& [topic, pages] : predicted) {
    for (const auto& [actual, probability] : likely[topic]) shares[actual] = 0;
  }
  for (auto& [actual, share] : shares) share = 1.0 / static_cast<double>(shares.size());
  constexpr int kMostRounds = 10'000;
  constexpr double kStill = 1e-9;
  for (int round = 0; round < kMostRounds && all > 0; ++round) {
    std::map<std::string, double> next;
    for (const auto& [topic, pages] : predicted) {
      double sum = 0;
      for (const auto& [actual, probability] : likely[topic]) sum += shares[actual] * probability;
      if (sum == 0) continue;
      for (const auto& [actual, probability] : likely[topic])
        next[actual] += static_cast<double>(pages) / all * shares[actual] * probability / sum;
    }
    double moved = 0;
    for (auto& [actual, share] : shares) {
      moved += std::abs(next[actual] - share);
      share = next[actual];
    }
    if (moved < kStill) break;
  }
  return shares;
}

}  // namespace porthole::sampler
