#include <gtest/gtest.h>

#include <cmath>

#include "gatherer/strategies/yields.h"
#include "tests/support/saved_state.h"

namespace porthole::gatherer {
namespace {

TEST(SiteStandingTest, ASiteOfWhichNothingIsKnownHasNone) {
  SiteStanding standing;
  EXPECT_EQ(standing.of(7), 0);
  standing.add(1, 1);
  EXPECT_EQ(standing.of(0), 0);
  EXPECT_EQ(standing.of(7), 0);
}

// Two pages of site 1 of worth 1, two of site 2 of worth 0: theta(crawl) = (2 + 1) / (4 + 2) = 1/2;
// theta(site 1) = (2 + 4/2) / (2 + 4) = 2/3, and S = sqrt((2/3 - 1/2) / (1/2)) = sqrt(1/3);
// theta(site 2) = (0 + 2) / 6 = 1/3 is below the crawl's.
TEST(SiteStandingTest, ASiteStandsByHowFarItsPagesAreAboveTheCrawl) {
  SiteStanding standing;
  for (int page = 0; page < 2; ++page) {
    standing.add(1, 1);
    standing.add(2, 0);
  }
  EXPECT_NEAR(standing.of(1), std::sqrt(1.0 / 3), 1e-6);
  EXPECT_EQ(standing.of(2), 0);
}

// One page says less than four: theta(crawl) = 2/3, (1 + 4 * 2/3) / 5 = 11/15, sqrt(1/5); with four
// of eight pages, theta(crawl) = 1/2 and (4 + 2) / 8 = 3/4, sqrt(1/2).
TEST(SiteStandingTest, MorePagesGiveAHigherStanding) {
  SiteStanding one, four;
  one.add(1, 1);
  for (int page = 0; page < 4; ++page) {
    four.add(1, 1);
    four.add(2, 0);
  }
  EXPECT_NEAR(one.of(1), std::sqrt(0.2), 1e-6);
  EXPECT_NEAR(four.of(1), std::sqrt(0.5), 1e-6);
}

TEST(SiteStandingTest, IsTheSameWhenItIsRead) {
  SiteStanding standing, read;
  standing.add(3, 0.75);
  standing.add(1, 0.25);
  ASSERT_TRUE(testing::load(read, testing::saved(standing)));
  EXPECT_GT(read.of(3), 0);
  EXPECT_EQ(read.of(3), standing.of(3));
  read.add(1, 1);
  standing.add(1, 1);
  EXPECT_EQ(read.of(1), standing.of(1));
}

}  // namespace
}  // namespace porthole::gatherer
