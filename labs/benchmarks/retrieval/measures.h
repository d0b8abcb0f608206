#pragma once

/// Effectiveness measures of a ranking: nDCG, average precision, precision, recall, reciprocal
/// rank; significance of differences.
///
/// Definitions: Manning, Raghavan, Schütze, "Introduction to Information Retrieval", 2008,
/// section 8.4; the gain of nDCG is 2^g - 1 (Burges et al., ICML 2005), its discount 1 / log2(1 +
/// rank) (Järvelin, Kekäläinen, ACM TOIS 20(4), 2002).

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace porthole::labs {

/// Gain of each relevant document, by its name; documents that are not relevant are absent.
using Judgements = std::map<std::string, int>;
using Ranked = std::vector<std::string>;  ///< Names, the best first, each once.

double ndcg(const Ranked& ranked, const Judgements& judged, std::size_t depth);
double average_precision(const Ranked& ranked, const Judgements& judged);
double precision(const Ranked& ranked, const Judgements& judged, std::size_t depth);
double recall(const Ranked& ranked, const Judgements& judged, std::size_t depth);
double reciprocal_rank(const Ranked& ranked, const Judgements& judged);

// Paired significance test and bootstrap interval for two systems on the same queries.
//
// Smucker, Allan, Carterette, "A comparison of statistical significance tests for information
// retrieval evaluation", CIKM 2007: the paired randomisation test, and intervals by the bootstrap.
// Over several collections the statistic is the mean of their mean differences, each collection
// counting alike, and signs and samples are drawn within each.

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
