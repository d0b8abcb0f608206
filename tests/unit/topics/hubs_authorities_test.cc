#include "topics/graph/hubs_authorities.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include "topics/graph/distiller.h"

namespace porthole::topics {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;

/// A score of a recursion that stops when it moves by less than 1e-6.
auto near(double value) { return DoubleNear(value, 1e-5); }
/// A score after a known number of rounds.
auto exactly(double value) { return DoubleNear(value, 1e-15); }

/// HITS as figure 2 of Sundaresan 2000 has it: every link between two pages counts 1.
HubsAndAuthorities hits(std::vector<Citation> citations, NodeId pages,
                        const Convergence& until = {}) {
  return hubs_and_authorities(
      LinkGraph({.citations = std::move(citations), .weights = {}, .pages = pages}, {}), {}, until);
}

/// HITS-RW: each link counts as much as its metadata is relevant (`relevance`, one a citation).
HubsAndAuthorities hits_rw(std::vector<Citation> citations, std::vector<float> relevance,
                           NodeId pages) {
  return hubs_and_authorities(
      LinkGraph(
          {.citations = std::move(citations), .weights = std::move(relevance), .pages = pages}, {}),
      {}, {});
}

const std::vector<Citation> kThreeLinks = {{0, 2}, {0, 3}, {1, 2}};

// One round by hand: h = (1, 1), so a(2) = 2 and a(3) = 1, scaled 2/3 and 1/3; then
// h(0) = 2/3 + 1/3 = 1 and h(1) = 2/3, scaled 3/5 and 2/5.
TEST(HubsAndAuthoritiesTest, ARoundComputesAuthoritiesFromHubsAndThenHubsFromThem) {
  const auto scores = hits(kThreeLinks, 4, {.tolerance = 0, .most_rounds = 1});
  EXPECT_THAT(scores.authority, ElementsAre(0, 0, exactly(2.0 / 3), exactly(1.0 / 3)));
  EXPECT_THAT(scores.hub, ElementsAre(exactly(0.6), exactly(0.4), 0, 0));
  EXPECT_EQ(scores.rounds, 1);
  EXPECT_FALSE(scores.converged);
}

// In the limit a is the dominant eigenvector of E^T E = (2 1; 1 1), whose eigenvalue is 1 + phi, so
// that a(2) / a(3) = phi, the golden ratio: a(2) = phi / (1 + phi) = 0.618034. h(0) : h(1) = a(2) +
// a(3) : a(2) = 1 + phi : phi = phi : 1.
TEST(HubsAndAuthoritiesTest, HitsConvergesToTheDominantVector) {
  const auto scores = hits(kThreeLinks, 4);
  EXPECT_TRUE(scores.converged);
  EXPECT_LT(scores.moved, 1e-6);
  EXPECT_THAT(scores.authority, ElementsAre(0, 0, near(0.618034), near(0.381966)));
  EXPECT_THAT(scores.hub, ElementsAre(near(0.618034), near(0.381966), 0, 0));
}

// W = (1 1/2; 1/2 0), W^T W = (5/4 1/2; 1/2 1/4): trace 3/2, determinant 1/16, so the larger
// eigenvalue is (3/2 + sqrt 2) / 2 and a(2) / a(3) = 1 + sqrt 2, hence a(2) = 1 / sqrt 2. W is
// symmetric: h is the same.
TEST(HubsAndAuthoritiesTest, HitsRwCountsALinkAsMuchAsItsMetadataIsRelevant) {
  const auto scores = hits_rw(kThreeLinks, {1, 0.5f, 0.5f}, 4);
  EXPECT_THAT(scores.authority, ElementsAre(0, 0, near(std::sqrt(0.5)), near(1 - std::sqrt(0.5))));
  EXPECT_THAT(scores.hub, ElementsAre(near(std::sqrt(0.5)), near(1 - std::sqrt(0.5)), 0, 0));
}

TEST(HubsAndAuthoritiesTest, HitsRwLeavesPagesWithoutARelevantLinkWithNothing) {
  const auto scores = hits_rw(kThreeLinks, {1, 0, 0}, 4);
  EXPECT_THAT(scores.authority, ElementsAre(0, 0, 1, 0));
  EXPECT_THAT(scores.hub, ElementsAre(1, 0, 0, 0));
}

// Pages 0 and 1 of one site share a vote on page 3, page 2 has its own on 4; h = (1, 1, 1).
// a(3) = 1/2 + 1/2 * 1/2 = 3/4 and a(4) = 1, scaled 3/7 and 4/7; then h(0) = 3/7, h(1) = 3/14 and
// h(2) = 4/7, scaled 6/17, 3/17 and 8/17.
TEST(HubsAndAuthoritiesTest, ASharedVoteCountsAsMuchAsItsLinkWeighs) {
  const std::vector<SiteNumber> sites = {0, 0, 1, 2, 3};
  const LinkGraph graph(
      {.citations = {{0, 3}, {1, 3}, {2, 4}}, .weights = {1, 0.5f, 1}, .pages = 5},
      {.votes = Votes::kOfOtherSites,
       .endorsement = Endorsement::kShared,
       .sites = &sites,
       .candidates = nullptr});
  const auto scores = hubs_and_authorities(graph, {}, {.tolerance = 0, .most_rounds = 1});
  EXPECT_THAT(scores.authority, ElementsAre(0, 0, 0, exactly(3.0 / 7), exactly(4.0 / 7)));
  EXPECT_THAT(scores.hub,
              ElementsAre(exactly(6.0 / 17), exactly(3.0 / 17), exactly(8.0 / 17), 0, 0));
}

TEST(HubsAndAuthoritiesTest, APageThatCitesItselfGainsNothing) {
  const auto scores = hits({{0, 2}, {0, 3}, {1, 2}, {3, 3}}, 4);
  EXPECT_THAT(scores.authority, ElementsAre(0, 0, near(0.618034), near(0.381966)));
}

TEST(HubsAndAuthoritiesTest, OfNothingAreNothing) {
  const auto none = hits({}, 0);
  EXPECT_TRUE(none.converged);
  EXPECT_TRUE(none.hub.empty());
  const auto unlinked = hits({}, 3);
  EXPECT_TRUE(unlinked.converged);
  EXPECT_THAT(unlinked.authority, ElementsAre(0, 0, 0));
  const auto worthless = hits_rw({{0, 1}}, {0}, 2);
  EXPECT_TRUE(worthless.converged);
  EXPECT_THAT(worthless.authority, ElementsAre(0, 0));
  EXPECT_THAT(worthless.hub, ElementsAre(0, 0));
}

TEST(HubsAndAuthoritiesTest, StopsAtTheLimitOfRoundsAndSaysSo) {
  const auto scores = hits(kThreeLinks, 4, {.tolerance = 1e-30, .most_rounds = 3});
  EXPECT_EQ(scores.rounds, 3);
  EXPECT_FALSE(scores.converged);
}

TEST(HubsAndAuthoritiesTest, MoreRoundsMoveTheScoresLess) {
  const LinkGraph graph({.citations = kThreeLinks, .weights = {}, .pages = 4}, {});
  MutualRecursion recursion(graph, {});
  double before = recursion.round();
  for (int i = 0; i < 5; ++i) {
    const double moved = recursion.round();
    EXPECT_LT(moved, before);
    before = moved;
  }
}

// Two communities that share no page: 0, 1, 2 cite 3, 4, 5 each (eigenvalue 9), and 6 cites 7
// (eigenvalue 1), which loses a factor of 9 a round: below 1e-30 within 32 rounds.
TEST(HubsAndAuthoritiesTest, TheLesserCommunityEndsAtZeroAndNotNearIt) {
  std::vector<Citation> citations = {{6, 7}};
  for (NodeId hub = 0; hub < 3; ++hub) {
    for (NodeId authority = 3; authority < 6; ++authority) citations.push_back({hub, authority});
  }
  const auto scores = hits(std::move(citations), 8, {.tolerance = 0, .most_rounds = 40});
  EXPECT_EQ(scores.authority[7], 0);
  EXPECT_EQ(scores.hub[6], 0);
  EXPECT_THAT(scores.authority[3], near(1.0 / 3));
}

/// The same by the definition: full matrices, doubles, no rows and no tricks.
struct Dense {
  std::vector<std::vector<double>> forward, backward;  // E_F[u][v], E_B[u][v]
  std::vector<double> hub, authority;

  void rounds(int count) {
    const std::size_t n = forward.size();
    hub.assign(n, 1);
    authority.assign(n, 1);
    for (int round = 0; round < count; ++round) {
      for (std::size_t v = 0; v < n; ++v) {
        authority[v] = 0;
        for (std::size_t u = 0; u < n; ++u) authority[v] += forward[u][v] * hub[u];
      }
      scale(authority);
      for (std::size_t u = 0; u < n; ++u) {
        hub[u] = 0;
        for (std::size_t v = 0; v < n; ++v) hub[u] += backward[u][v] * authority[v];
      }
      scale(hub);
    }
  }
  static void scale(std::vector<double>& scores) {
    double sum = 0;
    for (const double s : scores) sum += s;
    for (double& s : scores) s = sum > 0 ? s / sum : 0;
  }
};

Dense dense(const DistillerInput& input, double rho) {
  const std::size_t n = input.relevance.size();
  std::vector<std::vector<bool>> link(n, std::vector<bool>(n, false));
  for (const Citation& c : input.citations) {
    if (input.sites[c.source] != input.sites[c.target] && input.relevance[c.target] > rho) {
      link[c.source][c.target] = true;
    }
  }
  Dense out;
  out.forward.assign(n, std::vector<double>(n, 0));
  out.backward = out.forward;
  for (std::size_t u = 0; u < n; ++u) {
    for (std::size_t v = 0; v < n; ++v) {
      if (!link[u][v]) continue;
      int k = 0, l = 0;
      for (std::size_t other = 0; other < n; ++other) {
        if (link[other][v] && input.sites[other] == input.sites[u]) ++k;
        if (link[u][other] && input.sites[other] == input.sites[v]) ++l;
      }
      out.forward[u][v] = input.relevance[v] / k;
      out.backward[u][v] = input.relevance[u] / l;
    }
  }
  return out;
}

TEST(HubsAndAuthoritiesTest, AgreesWithFullMatricesOnRandomWebs) {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    std::mt19937 random(seed);
    const NodeId pages = 5 + random() % 60;
    std::uniform_int_distribution<NodeId> page(0, pages - 1);
    std::uniform_real_distribution<double> uniform(0, 1);
    DistillerInput input;
    for (NodeId i = 0; i < pages; ++i) {
      input.relevance.push_back(uniform(random));
      input.sites.push_back(page(random) / 3);
    }
    for (NodeId i = 0; i < 6 * pages; ++i) input.citations.push_back({page(random), page(random)});
    const double rho = relevance_threshold(input.relevance, 0.10, 0.20);
    Dense expected = dense(input, rho);
    expected.rounds(12);
    const Distillation found =
        distill(std::move(input), {.until = {.tolerance = 0, .most_rounds = 12}});
    EXPECT_EQ(found.rho, rho);
    for (NodeId i = 0; i < pages; ++i) {
      EXPECT_NEAR(found.scores.authority[i], expected.authority[i], 1e-12) << "seed " << seed;
      EXPECT_NEAR(found.scores.hub[i], expected.hub[i], 1e-12) << "seed " << seed;
    }
  }
}

}  // namespace
}  // namespace porthole::topics
