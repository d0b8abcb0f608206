#include "labs/laboratory/recrawl.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "labs/laboratory/figure_book.h"
#include "labs/laboratory/sampling_trials.h"

namespace porthole::labs {
namespace {

WebDials small() {
  WebDials dials;
  dials.pages = 1'000;
  dials.sites = 60;
  dials.topics = 4;
  dials.drift_pages = 10;
  return dials;
}

RecrawlRun short_run() {
  RecrawlRun run;
  run.days = 30;
  run.measured_days = 15;
  return run;
}

TEST(RecrawlTest, WithoutABudgetOnlyPagesThatNeverChangeStayFresh) {
  const auto web = GeneratedWeb::generate(small(), 1);
  ASSERT_TRUE(web);
  RecrawlRun run = short_run();
  run.share_a_day = 0;
  const std::vector<double> weights(web->size(), 1);
  const RecrawlFreshness none = recrawl(*web, weights, RecrawlOrder::kUniform, run);
  EXPECT_NEAR(none.weighted, none.plain, 1e-12);
  double unchanged = 0;
  for (NodeId page = 0; page < web->size(); ++page)
    unchanged += web->version(page, 24 * run.days) == web->version(page, 0) ? 1 : 0;
  EXPECT_GE(none.plain, unchanged / static_cast<double>(web->size()));
  run.share_a_day = 24;
  EXPECT_GT(recrawl(*web, weights, RecrawlOrder::kUniform, run).plain, none.plain);
}

TEST(RecrawlTest, WeightsAreThoseOfTheTopicItsHubsAndItsAuthorities) {
  const auto web = GeneratedWeb::generate(small(), 1);
  ASSERT_TRUE(web);
  const std::vector<double> weights = weights_of(*web, 2);
  ASSERT_EQ(weights.size(), web->size());
  for (NodeId page = 0; page < web->size(); ++page)
    EXPECT_GE(weights[page], (*web)[page].topic == 2 ? 1.1 : 0.1);
  EXPECT_GE(*std::max_element(weights.begin(), weights.end()), 2.1) << "the best hub";
}

// Ten webs, one budget: the interval of each paired difference lies above 0.
TEST(RecrawlTest, HubsByValueAreFresherThanByUniformAndProportionalOrder) {
  std::vector<double> uniform, proportional, hubs;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const auto web = GeneratedWeb::generate(small(), seed);
    ASSERT_TRUE(web);
    const std::vector<double> weights = weights_of(*web, static_cast<std::uint16_t>(seed % 4));
    const auto freshness = [&](RecrawlOrder order) {
      return recrawl(*web, weights, order, short_run()).weighted;
    };
    uniform.push_back(freshness(RecrawlOrder::kUniform));
    proportional.push_back(freshness(RecrawlOrder::kProportional));
    hubs.push_back(freshness(RecrawlOrder::kHubs));
  }
  EXPECT_GT(difference_of(hubs, uniform).difference.low, 0);
  EXPECT_GT(difference_of(hubs, proportional).difference.low, 0);
}

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
