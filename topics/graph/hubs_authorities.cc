#include "topics/graph/hubs_authorities.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace porthole::topics {
namespace {

/// Smaller scores are set to 0: scores outside of the dominant eigenvector shrink without end, and
/// arithmetic on denormal floats is slow.
constexpr double kLeastScore = 1e-30;

enum class Links { kPlain, kWeighted };

/// to[r] = the sum of row r of `from`, times weights[r]. Returns the sum of all.
template <Links kLinks>
double sum_rows(const Adjacency& rows, const std::vector<float>& from,
                const std::vector<float>& weights, std::vector<float>& to) {
  const std::uint32_t* other = rows.other.data();
  const float* link_weight = rows.weight.data();
  const float* score = from.data();
  double total = 0;
  std::uint32_t i = 0;
  for (std::size_t r = 0; r < rows.rows(); ++r) {
    double sum = 0;
    for (const std::uint32_t end = rows.begin[r + 1]; i < end; ++i) {
      if constexpr (kLinks == Links::kWeighted) {
        sum += static_cast<double>(link_weight[i] * score[other[i]]);
      } else {
        sum += static_cast<double>(score[other[i]]);
      }
    }
    if (!weights.empty()) sum *= static_cast<double>(weights[r]);
    to[r] = static_cast<float>(sum);
    total += sum;
  }
  return total;
}

/// Scales `next` to sum to 1, puts it in the place of `scores` and returns how far they moved.
double move_to(std::vector<float>& next, double sum, std::vector<float>& scores) {
  const double scale = sum > 0 ? 1 / sum : 0;
  double moved = 0;
  for (std::size_t r = 0; r < scores.size(); ++r) {
    const double scaled = scale * static_cast<double>(next[r]);
    const double score = scaled < kLeastScore ? 0 : scaled;
    moved += std::abs(score - static_cast<double>(scores[r]));
    scores[r] = static_cast<float>(score);
  }
  return sum > 0 ? moved : 0;
}

double step(const Adjacency& rows, const std::vector<float>& from,
            const std::vector<float>& weights, std::vector<float>& next,
            std::vector<float>& scores) {
  const double sum = rows.weight.empty() ? sum_rows<Links::kPlain>(rows, from, weights, next)
                                         : sum_rows<Links::kWeighted>(rows, from, weights, next);
  return move_to(next, sum, scores);
}

std::vector<float> even(std::size_t count) {
  return std::vector<float>(count, count == 0 ? 0.0f : 1.0f / static_cast<float>(count));
}

std::vector<float> by_row(const Adjacency& rows, const std::vector<float>* of_page) {
  std::vector<float> values;
  if (of_page == nullptr) return values;
  values.reserve(rows.rows());
  for (const NodeId page : rows.pages) values.push_back((*of_page)[page]);
  return values;
}

std::vector<float> by_page(const Adjacency& rows, const std::vector<float>& values, NodeId pages) {
  std::vector<float> out(pages, 0.0f);
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
  const double moved = step(graph_.cited(), hub_, authority_weight_, next_, authority_);
  return moved + step(graph_.citing(), authority_, hub_weight_, next_, hub_);
}

std::vector<float> MutualRecursion::hubs() const {
  return by_page(graph_.citing(), hub_, graph_.pages());
}

std::vector<float> MutualRecursion::authorities() const {
  return by_page(graph_.cited(), authority_, graph_.pages());
}

std::size_t MutualRecursion::bytes() const {
  return sizeof(float) * (hub_.capacity() + authority_.capacity() + hub_weight_.capacity() +
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
  return result;
}

}  // namespace porthole::topics
