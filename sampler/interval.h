#pragma once

/// Estimates with their intervals, from a sample of independent pages.
///
/// Of counts that few pages have most of (the links of an index page) the median is told, not the mean: a mean that rests on
/// one page of a thousand is not in a sample that lacks that page, whatever interval is drawn around it.
///
/// Sources: Wilson 1927 (score interval of a share), with Brown, Cai, DasGupta 2001 for its coverage;
/// Efron, Tibshirani, "An Introduction to the Bootstrap", 1993, section 13.3 (percentile interval), widened for small
/// samples as in Hesterberg 2015, section 5.3 (expanded percentile); Thompson 1936 (interval of the median by order statistics).
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

/// Of a share, of which `hits` of `size` were seen; [0, 1] when size is 0.
Interval share_interval(std::size_t hits, std::size_t size, double level = kLevel);

/// Of a mean, by the bootstrap; as wide as nothing when all values are equal. Requires: `values` is not empty.
Interval bootstrap_mean(std::span<const double> values, std::uint64_t random_seed, double level = kLevel,
                        int rounds = kBootstrapRounds);

/// Of the median, by the values at the ranks between which it lies with the probability `level`; exact for any distribution,
/// wider where values are equal. Requires: `values` is not empty.
Interval median_interval(std::span<const double> values, double level = kLevel);

}  // namespace porthole::sampler
