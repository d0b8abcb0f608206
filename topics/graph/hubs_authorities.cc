#include "topics/graph/hubs_authorities.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <map>
#include <string_view>
#include <utility>

namespace porthole::topics {

namespace {

/// Smaller scores are set to 0: scores outside of the dominant eigenvector shrink without end, and
/// arithmetic on denormal numbers is slow. schemas/sql/mining/scale.sql does the same.
constexpr double kLeastScore = 1e-30;

enum class Links { kPlain, kWeighted, kShared, kWeightedAndShared };

Links links_of(const Adjacency& rows) {
  if (rows.sharers.empty()) return rows.weight.empty() ? Links::kPlain : Links::kWeighted;
  return rows.weight.empty() ? Links::kShared : Links::kWeightedAndShared;
}

/// to[r] = the sum of row r of `from`, times weights[r]. Returns the sum of all.
template <Links kLinks>
double sum_rows(const Adjacency& rows, const std::vector<double>& from,
                const std::vector<double>& weights, std::vector<double>& to) {
  constexpr bool kWeighted = kLinks == Links::kWeighted || kLinks == Links::kWeightedAndShared;
  constexpr bool kShared = kLinks == Links::kShared || kLinks == Links::kWeightedAndShared;
  const std::uint32_t* other = rows.other.data();
  double total = 0;
  std::uint32_t i = 0;
  for (std::size_t r = 0; r < rows.rows(); ++r) {
    double sum = 0;
    for (const std::uint32_t end = rows.begin[r + 1]; i < end; ++i) {
      double vote = from[other[i]];
      if constexpr (kWeighted) vote *= static_cast<double>(rows.weight[i]);
      if constexpr (kShared) vote /= static_cast<double>(rows.sharers[i]);
      sum += vote;
    }
    if (!weights.empty()) sum *= weights[r];
    to[r] = sum;
    total += sum;
  }
  return total;
}

double sum_rows(const Adjacency& rows, const std::vector<double>& from,
                const std::vector<double>& weights, std::vector<double>& to) {
  switch (links_of(rows)) {
    case Links::kPlain:
      return sum_rows<Links::kPlain>(rows, from, weights, to);
    case Links::kWeighted:
      return sum_rows<Links::kWeighted>(rows, from, weights, to);
    case Links::kShared:
      return sum_rows<Links::kShared>(rows, from, weights, to);
    case Links::kWeightedAndShared:
      break;
  }
  return sum_rows<Links::kWeightedAndShared>(rows, from, weights, to);
}

/// Scales `next` to sum to 1, puts it in the place of `scores` and returns how far they moved.
double move_to(const std::vector<double>& next, double sum, std::vector<double>& scores,
               double& scale) {
  scale = sum > 0 ? 1 / sum : 0;
  double moved = 0;
  for (std::size_t r = 0; r < scores.size(); ++r) {
    const double scaled = scale * next[r];
    const double score = scaled < kLeastScore ? 0 : scaled;
    moved += std::abs(score - scores[r]);
    scores[r] = score;
  }
  return sum > 0 ? moved : 0;
}

double step(const Adjacency& rows, const std::vector<double>& from,
            const std::vector<double>& weights, std::vector<double>& next,
            std::vector<double>& scores, double& scale) {
  return move_to(next, sum_rows(rows, from, weights, next), scores, scale);
}

std::vector<double> even(std::size_t count) {
  return std::vector<double>(count, count == 0 ? 0.0 : 1.0 / static_cast<double>(count));
}

std::vector<double> by_row(const Adjacency& rows, const std::vector<double>* of_page) {
  std::vector<double> values;
  if (of_page == nullptr) return values;
  values.reserve(rows.rows());
  for (const NodeId page : rows.pages) values.push_back((*of_page)[page]);
  return values;
}

std::vector<double> by_page(const Adjacency& rows, const std::vector<double>& values,
                            NodeId pages) {
  std::vector<double> out(pages, 0.0);
  for (std::size_t r = 0; r < rows.rows(); ++r) out[rows.pages[r]] = values[r];
  return out;
}

}  // namespace

MutualRecursion::MutualRecursion(const LinkGraph& graph, const PageWeights& weights)
    : graph_(graph),
      hub_(even(graph.citing().rows())),
      authority_(even(graph.cited().rows())),
      hub_weight_(by_row(graph.citing(), weights.of_hub)),
      authority_weight_(by_row(graph.cited(), weights.of_authority)),
      next_(std::max(hub_.size(), authority_.size())) {}

double MutualRecursion::round() {
  const double moved =
      step(graph_.cited(), hub_, authority_weight_, next_, authority_, authority_scale_);
  return moved + step(graph_.citing(), authority_, hub_weight_, next_, hub_, hub_scale_);
}

std::vector<double> MutualRecursion::hubs() const {
  return by_page(graph_.citing(), hub_, graph_.pages());
}

std::vector<double> MutualRecursion::authorities() const {
  return by_page(graph_.cited(), authority_, graph_.pages());
}

std::size_t MutualRecursion::bytes() const {
  return sizeof(double) * (hub_.capacity() + authority_.capacity() + hub_weight_.capacity() +
                           authority_weight_.capacity() + next_.capacity());
}

HubsAndAuthorities hubs_and_authorities(const LinkGraph& graph, const PageWeights& weights,
                                        const Convergence& until) {
  HubsAndAuthorities result;
  MutualRecursion recursion(graph, weights);
  while (result.rounds < until.most_rounds && !result.converged) {
    result.moved = recursion.round();
    ++result.rounds;
    result.converged = result.moved < until.tolerance;
  }
  result.hub = recursion.hubs();
  result.authority = recursion.authorities();
  result.authority_scale = recursion.authority_scale();
  result.hub_scale = recursion.hub_scale();
  return result;
}

double half_round(double relevance, const std::vector<Vote>& votes, double scale) {
  struct Shared {
    double sum = 0;
    double pages = 0;
  };
  std::map<std::string_view, Shared> sites;  // In order, so that the sum is the same each time.
  for (const Vote& vote : votes) {
    Shared& site = sites[vote.site];
    site.sum += vote.score;
    ++site.pages;
  }
  double sum = 0;
  for (const auto& [name, site] : sites) sum += site.sum / site.pages;
  return scale * relevance * sum;
}

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
