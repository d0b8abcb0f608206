#pragma once

/// Utility of a page: combines its topicality and its importance, with an adaptive balance.
///
///   Cobb-Douglas   U(p) = tau^alpha sigma^(1 - alpha)             (equation 1)
///   linear         U(p) = alpha tau + (1 - alpha) sigma           (equation 2)
///   adaptive       alpha <- alpha + step (delta - t), 0 <= alpha <= 1   (equation 3), per page
///
/// tau: the topicality of page p, sigma: its importance ("status" in the paper), both in [0, 1]; t:
/// the mean topicality of the last M pages, of all of them while there are fewer; delta: the least
/// topicality that is wanted.
///
/// Source: Pant, Srinivasan, "Status Locality on the Web", section 4 and section 6.1 (M = 25, step
/// = 0.01).
/// Thread safety: one thread.

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>

namespace porthole::topics {

enum class Utility { kCobbDouglas, kLinear };

/// Requires: all in [0, 1]. 0 to the power of 0 is 1: a factor with weight 0 has no effect.
double utility(Utility kind, double alpha, double topicality, double importance);

class AdaptiveAlpha {
 public:
  struct Options {
    double start = 0.5;
    double target = 0.7;      ///< delta
    double step = 0.01;       ///< Delta in the paper
    std::size_t window = 25;  ///< M
  };

  explicit AdaptiveAlpha(const Options& options) : options_(options), alpha_(options.start) {}

  double alpha() const { return alpha_; }
  /// Updates alpha after a page of this topicality was fetched.
  void saw(double topicality);

  /// Serialises the state on one line.
  std::string state() const;
  /// Restores the output of state(); invalid parts are ignored.
  void restore(std::string_view state);

 private:
  Options options_;
  double alpha_;
  std::deque<double> last_;  ///< Topicality, the newest last.
};

}  // namespace porthole::topics
