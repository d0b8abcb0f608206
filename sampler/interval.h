#pragma once

/// Confidence intervals of shares, means and medians, from a sample of independent pages.
///
/// Heavy-tailed counts (the links of an index page) are reported by their median, not by their
/// mean: a mean dominated by one page of a thousand cannot be estimated from a sample that lacks
/// that page.
///
/// Sources: Wilson 1927 (score interval of a share), with Brown, Cai, DasGupta 2001 for its
/// coverage; Efron, Tibshirani, "An Introduction to the Bootstrap", 1993, section 13.3 (percentile
/// interval), widened for small samples as in Hesterberg 2015, section 5.3 (expanded percentile);
/// Thompson 1936 (interval of the median by order statistics).
/// Thread safety: pure functions.

#include <cstddef>
#include <cstdint>
#include <span>

namespace porthole::sampler {

inline constexpr double kLevel = 0.95;
inline constexpr int kBootstrapRounds = 2000;

struct Interval {
  double estimate = 0;
  double low = 0;
  double high = 0;
  bool holds(double truth) const { return low <= truth && truth <= high; }
};

/// Interval of a share, from `hits` among `size`; [0, 1] when size is 0.
Interval share_interval(std::size_t hits, std::size_t size, double level = kLevel);

/// Bootstrap interval of a mean; of width 0 when all values are equal. Requires: `values` is not
/// empty.
Interval bootstrap_mean(std::span<const double> values, std::uint64_t random_seed,
                        double level = kLevel, int rounds = kBootstrapRounds);

/// Interval of the median, between the values at the ranks that enclose it with probability
/// `level`; exact for any distribution, wider with ties. Requires: `values` is not empty.
Interval median_interval(std::span<const double> values, double level = kLevel);

}  // namespace porthole::sampler
