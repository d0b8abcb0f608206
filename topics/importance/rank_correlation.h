#pragma once

/// Spearman's rank correlation of two quantities, with a confidence interval.
///
/// rho is the correlation of the ranks, ties having the mean of theirs. Its interval follows from
/// Fisher's transformation z = artanh(rho) with the variance (1 + rho^2 / 2) / (n - 3) of Bonett
/// and Wright.
///
/// Source: Spearman, "The proof and measurement of association between two things", 1904; Bonett,
/// Wright, "Sample size requirements for estimating Pearson, Kendall and Spearman correlations",
/// Psychometrika 65, 2000.
/// Thread safety: pure functions.

#include <cstddef>
#include <span>

namespace porthole::topics {

struct RankCorrelation {
  std::size_t pairs = 0;
  double rho = 0;  ///< 0 where one of both does not vary, or there are fewer than two pairs.
  double low = -1, high = 1;  ///< The 95 per cent interval.
};

/// Requires: as many values in one as in the other.
RankCorrelation rank_correlation(std::span<const double> one, std::span<const double> other);

}  // namespace porthole::topics
