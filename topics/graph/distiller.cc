#include "topics/graph/distiller.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace porthole::topics {

double relevance_threshold(const std::vector<double>& relevance, double least, double most) {
  std::vector<double> sorted = relevance;
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  const double middle = (least + most) / 2;
  double rho = 0;
  double nearest = 2;  // further than any share
  // The pages before i are those above sorted[i] when that is less than the one before.
  for (std::size_t i = 1; i <= sorted.size(); ++i) {
    const double next = i < sorted.size() ? sorted[i] : 0.0;
    if (sorted[i - 1] <= next) continue;
    const double share = static_cast<double>(i) / static_cast<double>(sorted.size());
    const double distance = std::abs(share - middle);
    if (distance >= nearest) break;
    nearest = distance;
    rho = next;
  }
  return rho;
}

Distillation distill(DistillerInput&& input, const DistillerOptions& options) {
  Distillation result;
  result.rho =
      relevance_threshold(input.relevance, options.least_authorities, options.most_authorities);
  std::vector<bool> candidates(input.relevance.size());
  for (std::size_t page = 0; page < candidates.size(); ++page) {
    candidates[page] = input.relevance[page] > result.rho;
    if (candidates[page]) ++result.candidates;
  }
  const LinkGraph graph({.citations = std::move(input.citations),
                         .weights = {},
                         .pages = static_cast<NodeId>(input.relevance.size())},
                        {.votes = Votes::kOfOtherSites,
                         .endorsement = Endorsement::kShared,
                         .sites = &input.sites,
                         .candidates = &candidates});
  result.citations = graph.citations();
  result.scores = hubs_and_authorities(
      graph, {.of_authority = &input.relevance, .of_hub = &input.relevance}, options.until);
  return result;
}

}  // namespace porthole::topics
