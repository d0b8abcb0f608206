#pragma once

/// Is a sample distributed as it should be? Pearson's chi-square tests.
///
/// Source: Pearson 1900; Press, Flannery, Teukolsky, Vetterling, "Numerical Recipes in C", section 14.3 (of one
/// distribution against a known one, of two against each other), which Bar-Yossef, Kanungo, Krauthgamer 2003, section
/// 5.2, use; classes of fewer than 5 expected are put together (Cochran 1954).
/// Thread safety: pure functions.

#include <cstddef>
#include <map>
#include <span>
#include <string>

namespace porthole::sampler {

struct ChiSquare {
  double statistic = 0;
  double degrees = 0;
  double p = 1;  ///< Of a statistic at least as large when the distributions are the same.
  bool rejects(double level = 0.05) const { return p < level; }
};

/// Are `counts` those of uniform draws? Requires: at least two classes.
ChiSquare uniformity(std::span<const std::size_t> counts);
/// Are `counts` those of draws in proportion to `weights`? Requires: as many of each, at least two; no weight 0.
ChiSquare proportionality(std::span<const std::size_t> counts, std::span<const std::size_t> weights);

using Counts = std::map<std::string, std::size_t>;
/// Are the two samples of one distribution? Degrees 0 and p 1 when they leave less than two classes.
ChiSquare homogeneity(const Counts& sample, const Counts& reference);

}  // namespace porthole::sampler
