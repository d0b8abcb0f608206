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
/// Source: Duchi, Hazan, Singer, "Adaptive Subgradient Methods for Online Learning and Stochastic
/// Optimization", JMLR 12, 2011, figure 1 with a diagonal G; McMahan et al., "Ad Click Prediction:
/// a View from the Trenches", KDD 2013, section 3 (per-coordinate rates, online logistic
/// regression).
/// Units: weights in log-odds. Thread safety: one thread.

#include <cstddef>
#include <cstdint>
#include <vector>

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
  /// Restores a learned weight.
  void restore(std::uint32_t id, Weight weight);

  double log_odds(const std::vector<Feature>& x) const;
  double probability(const std::vector<Feature>& x) const;
  void learn(const std::vector<Feature>& x, double y);

  Weight weight(std::uint32_t id) const { return id < weights_.size() ? weights_[id] : Weight(); }
  std::size_t size() const { return weights_.size(); }

 private:
  Weight& at(std::uint32_t id);

  Options options_;
  std::vector<Weight> weights_;
};

}  // namespace porthole::topics
