#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "labs/laboratory/sampling_trials.h"

namespace porthole::labs {
namespace {

Adjacency graph_of(std::uint32_t nodes,
                   const std::vector<std::pair<std::uint32_t, std::uint32_t>>& edges) {
  Adjacency graph(nodes);
  for (const auto& [a, b] : edges) {
    graph[a].push_back(b);
    graph[b].push_back(a);
  }
  return graph;
}

TEST(SpectralGapTest, OfACompleteGraphIsTheNumberOfItsNodes) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
  for (std::uint32_t a = 0; a < 12; ++a) {
    for (std::uint32_t b = 0; b < a; ++b) edges.emplace_back(a, b);
  }
  const SpectralGap gap = spectral_gap(graph_of(12, edges));
  EXPECT_NEAR(gap.lambda, 12, 1e-6);
  EXPECT_DOUBLE_EQ(gap.mean_degree, 11);
}

// lambda = 2 - 2 cos(pi / n) of a path of n nodes, whose eigenvector falls from one end to the
// other.
TEST(SpectralGapTest, OfAPathIsTheKnownOneAndItsDirectionIsThePath) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
  for (std::uint32_t a = 0; a + 1 < 50; ++a) edges.emplace_back(a, a + 1);
  const SpectralGap gap = spectral_gap(graph_of(50, edges));
  const double lambda = 2 - 2 * std::cos(std::numbers::pi / 50);
  EXPECT_NEAR(gap.lambda, lambda, 1e-5 * lambda);
  EXPECT_NEAR(gap.moves_a_page(), 2 * (98.0 / 50) / lambda, 1e-2);
  const double sign = gap.slowest[0] > 0 ? 1 : -1;
  for (std::size_t i = 0; i + 1 < 50; ++i)
    EXPECT_GT(sign * gap.slowest[i], sign * gap.slowest[i + 1]);
}

// Two complete graphs of 10 that one edge joins: lambda is the least root of the quotient over
// {joined node, the nine others} in the half where the eigenvector changes its sign: L = [[11, -9],
// [-1, 1]], lambda = 6 - sqrt(34).
TEST(SpectralGapTest, FindsTheTwoSidesOfANarrowPassage) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges = {{0, 10}};
  for (const std::uint32_t first : {0u, 10u}) {
    for (std::uint32_t a = 0; a < 10; ++a) {
      for (std::uint32_t b = 0; b < a; ++b) edges.emplace_back(first + a, first + b);
    }
  }
  const SpectralGap gap = spectral_gap(graph_of(20, edges));
  EXPECT_NEAR(gap.lambda, 6 - std::sqrt(34.0), 1e-6);
  for (std::size_t i = 0; i < 10; ++i) EXPECT_LT(gap.slowest[i] * gap.slowest[10 + i], 0);
}

}  // namespace
}  // namespace porthole::labs
