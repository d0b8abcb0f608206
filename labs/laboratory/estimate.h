#pragma once

/// Estimates of means over draws, and of differences between two series of the same draws.
///
/// Intervals are percentile bootstraps of the mean over draws; p is that of a two-sided sign-flip
/// test of paired differences: the share of the random assignments of signs whose mean is as far
/// from 0 as the one observed. Both resample with fixed random numbers: the same values give the
/// same figures.
///
/// Source: Efron, Tibshirani, "An introduction to the bootstrap", 1993, sections 13.3 (percentile
/// interval) and 15 (permutation tests).
/// Thread safety: pure functions.

#include <cstddef>
#include <vector>

namespace porthole::labs {

struct Estimate {
  double mean = 0;
  double low = 0, high = 0;  ///< 95 per cent.
  std::size_t n = 0;         ///< Draws; values that are not numbers do not count.
};
/// Not a number in all of it without values.
Estimate estimate_of(const std::vector<double>& values);

struct PairedDifference {
  Estimate difference;  ///< Mean of a - b.
  double p = 1;
};
/// Requires: lists of one length. Pairs in which a value is not a number are left out.
PairedDifference difference_of(const std::vector<double>& a, const std::vector<double>& b);

}  // namespace porthole::labs
