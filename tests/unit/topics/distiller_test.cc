#include "topics/graph/distiller.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <utility>

namespace porthole::topics {
namespace {

using ::testing::DoubleNear;

auto near(double value) { return DoubleNear(value, 1e-5); }

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
