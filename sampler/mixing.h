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

#include <span>
#include <string>
#include <vector>

namespace porthole::sampler {

// MCMC convergence diagnostics: split R-hat, effective sample size, Geweke's z.
//
// In:  chains: for each walk the values of one quantity at equally spaced times, all of one
// length. Out: R-hat, the effective sample size, Geweke's z.
//
// Units: none; all are ratios or counts.

using Chains = std::vector<std::vector<double>>;

/// Splits every chain in two halves (the middle value of an odd length is dropped).
Chains split_chains(const Chains& chains);

/// sqrt(var+ / W) of the chains split in halves: 1 when they agree, larger when they do not. 1 when
/// all values are equal; infinite when every half is constant and they differ.
/// Requires: at least 4 values a chain.
///
/// Source: Gelman, Carlin, Stern, Dunson, Vehtari, Rubin, "Bayesian Data Analysis", 3rd edition
/// 2013, section 11.4, equations 11.1 to 11.4; Vehtari, Gelman, Simpson, Carpenter, Bürkner 2021,
/// section 2, equations 1 to 4.
double split_r_hat(const Chains& chains);

/// Effective sample size: S / tau of the chains split in halves, with tau summed over Geyer's
/// initial positive, monotone sequence. At most S log10 S (S values in all); S when all values are
/// equal.
/// Requires: at least 12 values a chain.
///
/// Source: Vehtari et al. 2021, section 3.1, equations 10 to 13; Geyer 1992, section 3.3.
double effective_size(const Chains& chains);

/// Geweke's z: the difference between the means of the first tenth and the last half of a chain, in
/// standard errors by the spectral density at frequency 0. Standard normal for a long stationary
/// chain; 0 when it is constant.
/// Requires: at least 20 values.
///
/// Source: Geweke 1992, section 3.3; windows 0.1 and 0.5 as there, to the value as R's package coda
/// cuts them.
double geweke_z(std::span<const double> chain);

/// Geweke's z with the spectral density of the whole chain. A first tenth that by chance lacks rare
/// values has almost no variance of its own, and therefore a large geweke_z().
double drift_z(std::span<const double> chain);

/// Estimates the spectral density at frequency 0 (times 2 pi, so that S / n is the variance of the
/// mean), by an autoregression fitted with the Yule-Walker equations, its order chosen by Akaike's
/// criterion.
///
/// Source: Heidelberger, Welch 1981 (use of S(0)); Brockwell, Davis, "Time Series: Theory and
/// Methods", section 8.1 and 8.2 (Yule-Walker, Durbin-Levinson), 9.3 (AIC).
double spectrum_at_zero(std::span<const double> values);

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
