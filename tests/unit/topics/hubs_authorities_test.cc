#include "topics/graph/hubs_authorities.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

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

TEST(HalfRoundTest, PagesOfASiteShareTheirVote) {
  // a.org: (0.2 + 0.4) / 2 = 0.3; b.org: 0.1. 2 * 0.5 * 0.4 = 0.4.
  const std::vector<Vote> votes = {{"a.org", 0.2}, {"b.org", 0.1}, {"a.org", 0.4}};
  EXPECT_DOUBLE_EQ(half_round(0.5, votes, 2), 0.4);
}

TEST(HalfRoundTest, APageWithoutVotesOrRelevanceHasNoScore) {
  EXPECT_EQ(half_round(1, {}, 3), 0);
  EXPECT_EQ(half_round(0, {{"a.org", 1}}, 3), 0);
}

// The web of DistillerTest.WeighsVotesByTheRelevanceOfBothEnds: 0 cites 2 and 3, 1 cites 2.
TEST(HalfRoundTest, AfterADistillationItGivesEachPageTheScoreThatItHas) {
  DistillerInput web;
  web.relevance = {0.4, 0.3, 1, 0.75, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  for (SiteNumber site = 0; site < web.relevance.size(); ++site) web.sites.push_back(site);
  web.citations = {{0, 2}, {0, 3}, {1, 2}};
  const HubsAndAuthorities scores = distill(std::move(web)).scores;
  ASSERT_TRUE(scores.converged);
  const auto vote = [](int page, const std::vector<double>& of) {
    return Vote{std::to_string(page), of[static_cast<std::size_t>(page)]};
  };
  EXPECT_NEAR(half_round(1, {vote(0, scores.hub), vote(1, scores.hub)}, scores.authority_scale),
              scores.authority[2], 1e-6);
  EXPECT_NEAR(half_round(0.75, {vote(0, scores.hub)}, scores.authority_scale), scores.authority[3],
              1e-6);
  EXPECT_NEAR(
      half_round(0.4, {vote(2, scores.authority), vote(3, scores.authority)}, scores.hub_scale),
      scores.hub[0], 1e-6);
}

/// 13 pages, each a site of its own, of which 2 of 13 (15 per cent) may be authorities: pages 2
/// and 3.
DistillerInput small_web() {
  DistillerInput web;
  web.citations = {{0, 2}, {0, 3}, {1, 2}};
  web.relevance = {0.4, 0.3, 1, 0.75, 0.2, 0, 0, 0, 0, 0, 0, 0, 0};
  web.sites.resize(13);
  std::iota(web.sites.begin(), web.sites.end(), 0u);
  return web;
}

// E_F[., 2] = R(2) = 1, E_F[., 3] = 0.75, E_B[0, .] = R(0) = 0.4, E_B[1, .] = 0.3:
//   a(2) = h(0) + h(1), a(3) = 0.75 h(0), h(0) = 0.4 (a(2) + a(3)), h(1) = 0.3 a(2), so
//   a(2) = 0.7 a(2) + 0.4 a(3) and a(3) = 0.3 a(2) + 0.3 a(3) up to scale: the matrix (0.7 0.4; 0.3
//   0.3)
// has trace 1 and determinant 0.09, eigenvalues 0.9 and 0.1; with 0.9, a(2) = 2 a(3): (2/3, 1/3).
// h(0) : h(1) = 0.4 * 1 : 0.3 * 2/3 = 2 : 1.
TEST(DistillerTest, WeighsVotesByTheRelevanceOfBothEnds) {
  const Distillation found = distill(small_web());
  EXPECT_TRUE(found.scores.converged);
  EXPECT_THAT(found.scores.authority[2], near(2.0 / 3));
  EXPECT_THAT(found.scores.authority[3], near(1.0 / 3));
  EXPECT_THAT(found.scores.hub[0], near(2.0 / 3));
  EXPECT_THAT(found.scores.hub[1], near(1.0 / 3));
  EXPECT_EQ(found.rho, 0.4);
  EXPECT_EQ(found.candidates, 2u);
  EXPECT_EQ(found.citations, 3u);
}

TEST(DistillerTest, LinksWithinASiteHaveNoEffect) {
  const Distillation expected = distill(small_web());
  DistillerInput web = small_web();
  web.sites[4] = web.sites[5] = web.sites[2];  // 4 and 5 are pages of the site of 2
  web.citations.insert(web.citations.end(), {{4, 2}, {5, 2}, {2, 4}, {2, 2}});
  const Distillation found = distill(std::move(web));
  EXPECT_EQ(found.scores.authority, expected.scores.authority);
  EXPECT_EQ(found.scores.hub, expected.scores.hub);
}

TEST(DistillerTest, PagesBelowTheThresholdAreNoAuthoritiesButMayBeHubs) {
  DistillerInput web = small_web();
  web.citations.push_back({1, 4});  // R(4) = 0.2
  web.citations.push_back({4, 3});
  const Distillation found = distill(std::move(web));
  EXPECT_EQ(found.scores.authority[4], 0);
  EXPECT_GT(found.scores.hub[4], 0);
}

TEST(DistillerTest, APageWithoutRelevanceIsNoHub) {
  DistillerInput web = small_web();
  web.citations.push_back({5, 2});  // R(5) = 0
  const Distillation found = distill(std::move(web));
  EXPECT_EQ(found.scores.hub[5], 0);
  EXPECT_THAT(found.scores.authority[2], near(2.0 / 3));
}

// Page 2 is cited by one page of site A, page 3 by three pages of site B, all equally relevant.
// With a vote for each site both authorities are equal, and stay so. Without, page 3 would have a
// factor of 3 a round.
TEST(DistillerTest, ThePagesOfASiteHaveOneVoteTogether) {
  DistillerInput web;
  web.citations = {{0, 2}, {4, 3}, {5, 3}, {6, 3}};
  web.relevance = {0.5, 0, 1, 1, 0.5, 0.5, 0.5, 0, 0, 0, 0, 0, 0};
  web.sites = {0, 1, 2, 3, 4, 4, 4, 5, 6, 7, 8, 9, 10};
  const Distillation found = distill(std::move(web));
  EXPECT_THAT(found.scores.authority[2], near(0.5));
  EXPECT_THAT(found.scores.authority[3], near(0.5));
}

// The same seen from the hub: page 0 cites one page, page 1 three pages of one site, R = 1 for all
// four. Before scaling a(2) = h(0) and a(3) = a(4) = a(5) = h(1); h(0) = 0.5 a(2) and h(1) = 0.5 *
// 3 * a(3) / 3: both hubs lose half a round and stay equal.
TEST(DistillerTest, TheLinksIntoASiteAreWorthOne) {
  DistillerInput web;
  web.citations = {{0, 2}, {1, 3}, {1, 4}, {1, 5}};
  web.relevance = {0.5, 0.5, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0};
  web.sites = {0, 1, 2, 3, 3, 3, 4, 5, 6, 7, 8, 9, 10};
  const Distillation found =
      distill(std::move(web), {.least_authorities = 0.2, .most_authorities = 0.4, .until = {}});
  EXPECT_THAT(found.scores.hub[0], near(0.5));
  EXPECT_THAT(found.scores.hub[1], near(0.5));
}

TEST(DistillerTest, DoesNotDependOnTheNumbersOfPagesAndSites) {
  std::mt19937 random(5);
  std::uniform_int_distribution<NodeId> page(0, 59);
  std::uniform_real_distribution<double> uniform(0, 1);
  DistillerInput web;
  for (NodeId i = 0; i < 60; ++i) {
    web.relevance.push_back(uniform(random));
    web.sites.push_back(page(random) / 4);
  }
  for (int i = 0; i < 500; ++i) web.citations.push_back({page(random), page(random)});
  std::vector<NodeId> renamed(60), renamed_site(60);
  std::iota(renamed.begin(), renamed.end(), 0u);
  renamed_site = renamed;
  std::shuffle(renamed.begin(), renamed.end(), random);
  std::shuffle(renamed_site.begin(), renamed_site.end(), random);
  DistillerInput other = web;
  for (NodeId i = 0; i < 60; ++i) {
    other.relevance[renamed[i]] = web.relevance[i];
    other.sites[renamed[i]] = renamed_site[web.sites[i]];
  }
  for (Citation& c : other.citations) c = {renamed[c.source], renamed[c.target]};
  std::shuffle(other.citations.begin(), other.citations.end(), random);
  const Distillation a = distill(std::move(web));
  const Distillation b = distill(std::move(other));
  for (NodeId i = 0; i < 60; ++i) {
    EXPECT_NEAR(a.scores.hub[i], b.scores.hub[renamed[i]], 1e-12);
    EXPECT_NEAR(a.scores.authority[i], b.scores.authority[renamed[i]], 1e-12);
  }
}

TEST(DistillerTest, OfAnEmptyOrIrrelevantCrawlGivesNothing) {
  EXPECT_TRUE(distill({}).scores.converged);
  DistillerInput web = small_web();
  std::fill(web.relevance.begin(), web.relevance.end(), 0.0);
  const Distillation found = distill(std::move(web));
  EXPECT_EQ(found.candidates, 0u);
  EXPECT_EQ(found.scores.hub, std::vector<double>(13, 0));
}

TEST(RelevanceThresholdTest, LeavesTenToTwentyPerCent) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> uniform(0, 1);
  for (std::size_t pages = 10; pages < 300; ++pages) {
    std::vector<double> relevance(pages);
    for (double& r : relevance) r = uniform(random);
    const double rho = relevance_threshold(relevance, 0.10, 0.20);
    const auto kept =
        std::count_if(relevance.begin(), relevance.end(), [&](double r) { return r > rho; });
    EXPECT_GE(static_cast<double>(kept), 0.0999 * static_cast<double>(pages));
    EXPECT_LE(static_cast<double>(kept), 0.2001 * static_cast<double>(pages));
  }
}

TEST(RelevanceThresholdTest, TakesTheNearestWhereManyAreEqual) {
  // 1 page (5 per cent) above 0.5, 9 (45 per cent) above 0: the first is nearer to 15 per cent.
  std::vector<double> relevance(20, 0.0);
  std::fill_n(relevance.begin(), 9, 0.5);
  relevance[0] = 0.9;
  EXPECT_EQ(relevance_threshold(relevance, 0.10, 0.20), 0.5);
  // All equal: all stay.
  EXPECT_EQ(relevance_threshold(std::vector<double>(20, 1.0), 0.10, 0.20), 0);
  EXPECT_EQ(relevance_threshold({}, 0.10, 0.20), 0);
}

}  // namespace
}  // namespace porthole::topics
