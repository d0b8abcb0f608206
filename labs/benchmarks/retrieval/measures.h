#pragma once

/// Effectiveness measures of a ranking: nDCG, average precision, precision, recall, reciprocal
/// rank.
///
/// Definitions: Manning, Raghavan, Schütze, "Introduction to Information Retrieval", 2008,
/// section 8.4; the gain of nDCG is 2^g - 1 (Burges et al., ICML 2005), its discount 1 / log2(1 +
/// rank) (Järvelin, Kekäläinen, ACM TOIS 20(4), 2002).

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

}  // namespace porthole::labs
