#pragma once

/// MCMC convergence diagnostics: split R-hat, effective sample size, Geweke's z.
///
/// In:  chains: for each walk the values of one quantity at equally spaced times, all of one
/// length. Out: R-hat, the effective sample size, Geweke's z.
///
/// Thread safety: pure functions. Units: none; all are ratios or counts.

#include <span>
#include <vector>

namespace porthole::sampler {

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

}  // namespace porthole::sampler
