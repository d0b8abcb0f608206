#pragma once

/// Paired significance test and bootstrap interval for two systems on the same queries.
///
/// Smucker, Allan, Carterette, "A comparison of statistical significance tests for information
/// retrieval evaluation", CIKM 2007: the paired randomisation test, and intervals by the bootstrap.
/// Over several collections the statistic is the mean of their mean differences, each collection
/// counting alike, and signs and samples are drawn within each.

#include <cstdint>
#include <vector>

namespace porthole::labs {

/// Score differences between two systems, by collection, then by query.
using Differences = std::vector<std::vector<double>>;

struct Comparison {
  double mean = 0;
  double low = 0, high = 0;  ///< 95 per cent, by the percentiles of the bootstrap.
  double p = 1;              ///< Two-sided.
};

/// Requires: at least one collection, none without queries. The same `seed` gives the same figures.
Comparison compare(const Differences& differences, std::uint64_t seed = 1);

}  // namespace porthole::labs
