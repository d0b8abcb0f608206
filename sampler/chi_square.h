#pragma once

/// Pearson's chi-square tests of the distribution of a sample.
///
/// Source: Pearson 1900; Press, Flannery, Teukolsky, Vetterling, "Numerical Recipes in C", section
/// 14.3 (of one distribution against a known one, of two against each other), which Bar-Yossef,
/// Kanungo, Krauthgamer 2003, section 5.2, use; classes of fewer than 5 expected are put together
/// (Cochran 1954).
/// Thread safety: pure functions.

#include <cstddef>
#include <map>
#include <span>
#include <string>

namespace porthole::sampler {

struct ChiSquare {
  double statistic = 0;
  double degrees = 0;
  /// Probability of a statistic at least as large under equal distributions (p-value).
  double p = 1;
  bool rejects(double level = 0.05) const { return p < level; }
};

/// Tests whether `counts` are proportional to `weights`. Requires: as many of each, at least two;
/// no weight 0.
ChiSquare proportionality(std::span<const std::size_t> counts,
                          std::span<const std::size_t> weights);

using Counts = std::map<std::string, std::size_t>;
/// Tests whether two samples have the same distribution. Degrees 0 and p 1 when fewer than two
/// classes remain.
ChiSquare homogeneity(const Counts& sample, const Counts& reference);

}  // namespace porthole::sampler
