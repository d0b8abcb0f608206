#pragma once

/// The verdict: do the walks tell the same, and for how many independent pages do they stand?
///
/// In:  traces: quantities of the pages visited, each as chains.
/// Out: of each trace its diagnostics; of all the worst; and in words why the walks have not mixed.
///
/// Walks have not mixed when a trace has split R-hat above 1.1, when a walk drifts (Geweke's z, by the variances of the
/// windows and by that of the whole chain, beyond what happens to one of a hundred sets of walks, by Bonferroni), or when
/// fewer than 10 effective pages a walk are left.
///
/// Source: Gelman et al. 2013, section 11.4 (R-hat below 1.1), 11.5 (effective size at least 10 a chain).
/// Thread safety: pure functions.

#include <string>
#include <vector>

#include "sampler/diagnostics.h"

namespace porthole::sampler {

inline constexpr double kLargestRHat = 1.1;
inline constexpr double kLeastEffectiveOfAWalk = 10;
/// Chains shorter than this say nothing.
inline constexpr std::size_t kShortestChain = 40;

struct Trace {
  std::string name;  ///< "neighbours", "pages of a.org".
  Chains chains;
};

struct TraceMixing {
  std::string name;
  double r_hat = 1;
  double effective_size = 0;  ///< At most the number of values.
  double geweke_z = 0;        ///< Of the walk where it is largest in absolute value.
  double drift = 0;           ///< The smaller of |geweke_z| and |drift_z| of a walk, of the walk where that is largest.
};

struct Mixing {
  std::vector<TraceMixing> traces;
  double r_hat = 1;           ///< The largest.
  double effective_size = 0;  ///< The smallest.
  std::vector<std::string> reasons;  ///< Why they have not mixed, the worst of each kind; none when they have.
  bool is_mixed() const { return reasons.empty(); }
};

/// Requires: `traces` is not empty, all chains have one length.
Mixing judge_mixing(const std::vector<Trace>& traces);

}  // namespace porthole::sampler
