#pragma once

/// Calibration of probabilities: temperature scaling, and how well calibrated a classifier is.
///
/// Temperature scaling replaces the log probabilities z of the choices by z / T, scaled to sum to 1
/// again. T above 1 makes a classifier less certain, T below 1 more so; the order of the choices
/// stays. T is the one that gives held-out examples the least cross entropy. That is convex in
/// 1 / T, so its slope has one root:
///
///   sum over examples of (E[z] - sum over choices of t z) = 0,  E by the scaled probabilities
///
/// where the target t of the right choice is (n + 1) / (n + 2) for n examples, and the others share
/// the rest, so that a classifier that has been right n times is not certain.
///
/// The expected calibration error (ECE) of predictions in bins of equal width is
///
///   sum over bins of count / n * |share that happened - mean predicted|
///
/// Source: Guo, Pleiss, Sun, Weinberger, "On calibration of modern neural networks", ICML 2017,
/// section 4.2 (temperature scaling, there of logits, which differ from z by a constant), section 2
/// (reliability diagrams, equation 3: ECE). Targets: Platt, "Probabilistic outputs for support
/// vector machines and comparisons to regularized likelihood methods", 1999, section 2.2.
/// Thread safety: pure functions; Reliability: one thread.

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace porthole::topics {

/// A choice of a held-out example among several.
struct HeldOutChoice {
  std::vector<double> log_probabilities;
  std::size_t right = 0;  ///< Place of the right one.
};

/// T within [1/20, 10,000] (log probabilities of naive Bayes grow with the page); 1 when there is
/// nothing to learn from. Choices with a log probability that is not finite are left out.
double fit_temperature(std::span<const HeldOutChoice> choices);

/// The cross entropy of the choices with these targets at a temperature, in sum; choices that
/// fit_temperature() leaves out count 0.
double cross_entropy(std::span<const HeldOutChoice> choices, double temperature);

/// Divides by `temperature` and normalises. Requires: temperature > 0.
void scale_by_temperature(std::span<double> log_probabilities, double temperature);

/// Predicted probabilities beside outcomes.
class Reliability {
 public:
  static constexpr std::size_t kBins = 10;
  struct Bin {
    std::size_t count = 0;
    double predicted = 0;  ///< Sum of the predictions.
    std::size_t happened = 0;
    double mean_predicted() const;
    double observed() const;  ///< Share that happened. Both 0 for an empty bin.
  };

  /// `probability` in [0, 1]; 1 belongs to the last bin.
  void add(double probability, bool happened);

  /// The i-th has the predictions from i / 10 to below (i + 1) / 10.
  const std::array<Bin, kBins>& bins() const { return bins_; }
  std::size_t count() const { return count_; }
  /// ECE; 0 without predictions.
  double error() const;
  /// Mean of -log of the probability that was given to what happened, natural logarithm; a
  /// probability counts as at least 1e-12.
  double negative_log_likelihood() const;
  /// Share of the predictions below .01 or above .99.
  double saturated() const;

 private:
  std::array<Bin, kBins> bins_{};
  std::size_t count_ = 0;
  std::size_t saturated_ = 0;
  double loss_ = 0;
};

/// Relevance that hardly ranks pages: of at least 20, more than 90 per cent are below .01 or above
/// .99.
bool is_saturated(std::size_t pages, double share);

}  // namespace porthole::topics
