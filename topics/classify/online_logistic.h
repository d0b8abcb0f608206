#pragma once

/// Online logistic regression with AdaGrad step sizes.
///
///   p = sigma(w . x),   sigma(z) = 1 / (1 + e^-z)
///
/// After an example (x, y), y in [0, 1], each weight moves against the gradient of the
/// cross-entropy, g_i = (p - y) x_i, with a step of its own (AdaGrad): G_i += g_i^2, w_i -= eta g_i
/// / (sqrt(G_i) + delta), so that rare features learn fast and frequent ones settle. A feature with
/// a prior weight starts from it, with the initial accumulator G_0: the larger G_0, the more slowly
/// the weight moves.
///
/// The target of an example may prove wrong later: a page that seemed worthless leads to good ones.
/// The gradient is linear in y, so that revise() from y to y' takes one more step, with the
/// difference g_i = (y - y') x_i, and the example counts with its new target.
///
/// A weight with bounds is projected onto them after each step, so that its feature never
/// contributes more than the bound times the largest value of the feature.
///
/// Source: Duchi, Hazan, Singer, "Adaptive Subgradient Methods for Online Learning and Stochastic
/// Optimization", JMLR 12, 2011, figure 1 with a diagonal G and the projection onto the weights
/// that are allowed; McMahan et al., "Ad Click Prediction: a View from the Trenches", KDD 2013,
/// section 3 (per-coordinate rates, online logistic regression). Units: weights in log-odds. Thread
/// safety: one thread.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/text/state_bytes.h"

namespace porthole::topics {

class OnlineLogistic {
 public:
  struct Feature {
    std::uint32_t id = 0;
    float value = 0;
  };
  struct Weight {
    float w = 0;
    float g = 0;  ///< G_i, the sum of squared gradients.
  };
  struct Options {
    double rate = 0.3;                 ///< eta
    double initial_accumulator = 1.0;  ///< G_0 of features with a prior weight.
    double smoothing = 1.0;            ///< delta
  };

  explicit OnlineLogistic(const Options& options) : options_(options) {}

  /// Sets the initial weight of feature `id`.
  void set_prior(std::uint32_t id, double weight);
  /// Keeps the weight of feature `id` in [least, largest] from now on.
  /// Requires: its prior weight lies within.
  void set_bounds(std::uint32_t id, double least, double largest);
  /// Restores a learned weight.
  void restore(std::uint32_t id, Weight weight);

  double log_odds(const std::vector<Feature>& x) const;
  double probability(const std::vector<Feature>& x) const;
  void learn(const std::vector<Feature>& x, double y);
  /// Corrects an example that was learned with the target `from`: its target is `to`.
  void revise(const std::vector<Feature>& x, double from, double to);

  Weight weight(std::uint32_t id) const { return id < weights_.size() ? weights_[id] : Weight(); }
  std::size_t size() const { return weights_.size(); }

  void save(StateWriter& writer) const { writer.list(weights_); }
  /// Replaces the weights by those of save(); bounds and options stay.
  void load(StateReader& reader) { reader.list(weights_); }

 private:
  struct Bounds {
    float least = -std::numeric_limits<float>::infinity();
    float largest = std::numeric_limits<float>::infinity();
  };
  Weight& at(std::uint32_t id);
  /// Moves each weight against `error` times its feature.
  void step(const std::vector<Feature>& x, double error);

  Options options_;
  std::vector<Weight> weights_;
  std::vector<Bounds> bounds_;  ///< By feature, the first ones alone.
};

}  // namespace porthole::topics
