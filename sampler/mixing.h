#pragma once

/// Convergence verdict over several walks (R-hat, Geweke), and their effective sample size.
///
/// In:  traces: quantities of the pages visited, each as chains.
/// Out: the diagnostics of each trace; the worst of all; and in words why the walks have not mixed.
///
/// Walks have not mixed when a trace has split R-hat above 1.1, when a walk drifts (Geweke's z, by
/// the variances of the windows and by that of the whole chain, beyond what happens to one of a
/// hundred sets of walks, by Bonferroni), or when fewer than 10 effective pages a walk are left.
///
/// Source: Gelman et al. 2013, section 11.4 (R-hat below 1.1), 11.5 (effective size at least 10 a
/// chain).
/// Thread safety: pure functions.

#include <string>
#include <vector>

#include "sampler/diagnostics.h"

namespace porthole::sampler {

inline constexpr double kLargestRHat = 1.1;
inline constexpr double kLeastEffectiveOfAWalk = 10;
/// Minimum chain length for a verdict.
inline constexpr std::size_t kShortestChain = 40;

struct Trace {
  std::string name;  ///< "neighbours", "pages of a.org".
  Chains chains;
};

struct TraceMixing {
  std::string name;
  double r_hat = 1;
  double effective_size = 0;  ///< At most the number of values.
  double geweke_z = 0;        ///< The value of the walk with the largest absolute value.
  /// For each walk the smaller of |geweke_z| and |drift_z|; the largest of these.
  double drift = 0;
};

struct Mixing {
  std::vector<TraceMixing> traces;
  double r_hat = 1;           ///< The largest.
  double effective_size = 0;  ///< The smallest.
  /// Reasons why they have not mixed, the worst of each kind; empty when they have.
  std::vector<std::string> reasons;
  bool is_mixed() const { return reasons.empty(); }
};

/// Requires: `traces` is not empty, all chains have one length.
Mixing judge_mixing(const std::vector<Trace>& traces);

}  // namespace porthole::sampler
