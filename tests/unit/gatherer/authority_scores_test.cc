#include "gatherer/strategies/authority_scores.h"

#include <gtest/gtest.h>

namespace porthole::gatherer {
namespace {

std::vector<UrlId> update(AuthorityScores& scores) {
  std::vector<UrlId> raised;
  scores.update(raised);
  return raised;
}

// A star: page 1 cites 10 and 11. One part of rank one: a = (1/2, 1/2), h(1) = 1.
TEST(AuthorityScoresTest, AreScaledToSumToOne) {
  AuthorityScores scores({.every = 1});
  scores.add_page();
  scores.add_link(1, 10);
  scores.add_link(1, 11);
  update(scores);
  EXPECT_NEAR(scores.authority(10), 0.5, 1e-6);
  EXPECT_NEAR(scores.authority(11), 0.5, 1e-6);
  EXPECT_NEAR(scores.hub(1), 1, 1e-6);
  EXPECT_EQ(scores.authority(99), 0);
}

// Every 10 pages up to 200; then each time that the crawl has grown by a twentieth: 11 pages after
// 220.
TEST(AuthorityScoresTest, RunLessOftenInALargeCrawl) {
  AuthorityScores scores({.every = 10});
  for (UrlId page = 1; page <= 220; ++page) scores.add_page();
  scores.add_link(1, 500);
  update(scores);
  ASSERT_NEAR(scores.authority(500), 1, 1e-6);
  scores.add_link(2, 500);
  scores.add_link(2, 501);
  for (int page = 0; page < 10; ++page) scores.add_page();
  update(scores);
  EXPECT_NEAR(scores.authority(500), 2, 1e-6)
      << "a half-step: h(2) = a(500), added with a scale of 1";
  scores.add_page();
  update(scores);
  EXPECT_LT(scores.authority(500), 1) << "the sum of all is 1 again";
}

TEST(AuthorityScoresTest, TellEachRise) {
  AuthorityScores scores({.every = 100});
  scores.add_page();
  scores.add_link(1, 10);
  EXPECT_EQ(update(scores), std::vector<UrlId>{10});
  EXPECT_TRUE(update(scores).empty());
}

TEST(AuthorityScoresTest, FollowAliasesThatLeadInACircleToAnEnd) {
  AuthorityScores scores({.every = 1});
  scores.merge(10, 11);
  scores.merge(11, 10);
  scores.add_page();
  scores.add_link(1, 10);
  update(scores);
  EXPECT_NEAR(scores.authority(10) + scores.authority(11), 1, 1e-6);
}

// The heavier of two links to one page counts, in half-steps and in runs.
TEST(AuthorityScoresTest, CountRepeatedLinksOnceAtTheirLargestWeight) {
  const double weights[] = {0.2, 0.6};
  AuthorityScores scores({.every = 100},
                         [&](AuthorityScores::Label label) { return weights[label]; });
  scores.add_page();
  scores.add_link(1, 10, 0);
  scores.add_link(1, 10, 1);
  update(scores);
  EXPECT_DOUBLE_EQ(scores.authority(10), 0.6);
}

}  // namespace
}  // namespace porthole::gatherer
