#include "topics/classify/calibration.h"

#include <algorithm>
#include <cmath>

namespace porthole::topics {
namespace {

constexpr double kColdest = 0.05, kHottest = 10'000;
constexpr int kHalvings = 60;
constexpr double kLeastProbability = 1e-12;
constexpr double kSaturatedBelow = 0.01, kSaturatedAbove = 0.99;

// The slope of the cross entropy of a choice in beta = 1 / T, the target of the right one being
// `target`.
double slope(const HeldOutChoice& choice, double target, double beta) {
  const auto& z = choice.log_probabilities;
  const double largest = *std::max_element(z.begin(), z.end());
  double sum = 0, weighed = 0;
  for (const double value : z) {
    const double share = std::exp(beta * (value - largest));
    sum += share;
    weighed += share * value;
  }
  double others = -z[choice.right];
  for (const double value : z) others += value;
  return weighed / sum - target * z[choice.right] -
         (1 - target) * others / static_cast<double>(z.size() - 1);
}

double target_of(std::size_t examples) {
  const auto n = static_cast<double>(examples);
  return (n + 1) / (n + 2);
}

bool is_usable(const HeldOutChoice& choice) {
  const auto& z = choice.log_probabilities;
  return z.size() >= 2 && choice.right < z.size() &&
         std::all_of(z.begin(), z.end(), [](double value) { return std::isfinite(value); });
}

std::vector<const HeldOutChoice*> usable_of(std::span<const HeldOutChoice> choices) {
  std::vector<const HeldOutChoice*> usable;
  for (const HeldOutChoice& choice : choices) {
    if (is_usable(choice)) usable.push_back(&choice);
  }
  return usable;
}

}  // namespace

double cross_entropy(std::span<const HeldOutChoice> choices, double temperature) {
  const std::vector<const HeldOutChoice*> usable = usable_of(choices);
  const double target = target_of(usable.size());
  double sum = 0;
  for (const HeldOutChoice* choice : usable) {
    std::vector<double> logs = choice->log_probabilities;
    scale_by_temperature(logs, temperature);
    const double of_others = (1 - target) / static_cast<double>(logs.size() - 1);
    for (std::size_t i = 0; i < logs.size(); ++i)
      sum -= (i == choice->right ? target : of_others) * logs[i];
  }
  return sum;
}

double fit_temperature(std::span<const HeldOutChoice> choices) {
  const std::vector<const HeldOutChoice*> usable = usable_of(choices);
  if (usable.empty()) return 1;
  const double target = target_of(usable.size());
  const auto slope_at = [&](double beta) {
    double sum = 0;
    for (const HeldOutChoice* choice : usable) sum += slope(*choice, target, beta);
    return sum;
  };
  // Bisection of the logarithm of beta.
  if (slope_at(1) == 0) return 1;  // Alike at every temperature, or 1 is the best one.
  double low = -std::log(kHottest), high = -std::log(kColdest);
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = (low + high) / 2;
    (slope_at(std::exp(middle)) < 0 ? low : high) = middle;
  }
  return std::exp(-(low + high) / 2);
}

void scale_by_temperature(std::span<double> log_probabilities, double temperature) {
  if (log_probabilities.empty()) return;
  for (double& value : log_probabilities) value /= temperature;
  const double largest = *std::max_element(log_probabilities.begin(), log_probabilities.end());
  double sum = 0;
  for (const double value : log_probabilities) sum += std::exp(value - largest);
  for (double& value : log_probabilities) value -= largest + std::log(sum);
}

double Reliability::Bin::mean_predicted() const {
  return count == 0 ? 0 : predicted / static_cast<double>(count);
}
double Reliability::Bin::observed() const {
  return count == 0 ? 0 : static_cast<double>(happened) / static_cast<double>(count);
}

void Reliability::add(double probability, bool happened) {
  const auto place = static_cast<std::size_t>(probability * kBins);
  Bin& bin = bins_[std::min(place, kBins - 1)];
  ++bin.count;
  bin.predicted += probability;
  bin.happened += happened ? 1 : 0;
  ++count_;
  saturated_ += probability < kSaturatedBelow || probability > kSaturatedAbove ? 1 : 0;
  loss_ -= std::log(std::max(happened ? probability : 1 - probability, kLeastProbability));
}

double Reliability::error() const {
  if (count_ == 0) return 0;
  double sum = 0;
  for (const Bin& bin : bins_) sum += std::abs(static_cast<double>(bin.happened) - bin.predicted);
  return sum / static_cast<double>(count_);
}

double Reliability::negative_log_likelihood() const {
  return count_ == 0 ? 0 : loss_ / static_cast<double>(count_);
}

bool is_saturated(std::size_t pages, double share) {
  constexpr std::size_t kFewPages = 20;
  constexpr double kMost = 0.9;
  return pages >= kFewPages && share > kMost;
}

double Reliability::saturated() const {
  return count_ == 0 ? 0 : static_cast<double>(saturated_) / static_cast<double>(count_);
}

}  // namespace porthole::topics
