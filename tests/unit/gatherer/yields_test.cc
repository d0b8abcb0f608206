#include "gatherer/strategies/yields.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/saved_state.h"

namespace porthole::gatherer {
namespace {

double log_odds(double share) { return std::log(share / (1 - share)); }

TEST(YieldsTest, SaysNothingOfPlacesThatAreNotKnown) {
  Yields yields;
  const auto folder = yields.folder_of(3, "http://a.test/x/y.html");
  EXPECT_EQ(yields.evidence_of_place(3, folder), 0);
  EXPECT_EQ(yields.evidence_of_site(3), 0);
  EXPECT_EQ(yields.failure_of(3, folder), 0);
}

TEST(YieldsTest, NamesAFolderByItsUrlUpToTheLastSlash) {
  Yields yields;
  const auto folder = yields.folder_of(0, "http://a.test/x/y.html");
  EXPECT_EQ(yields.folder_of(0, "http://a.test/x/z.html?q=/deep/er#top/most"), folder);
  EXPECT_EQ(yields.folder_of(0, "http://a.test/x/"), folder);
  EXPECT_NE(yields.folder_of(0, "http://a.test/y.html"), folder);
  EXPECT_NE(yields.folder_of(1, "http://a.test/x/y.html"), folder);
}

// Two pages of site 0, of values 1 in folder f and 0 in folder g: theta(crawl) = 2/4. The site:
// (1 + 2 * 1/2) / 4 = 1/2. f: (1 + 2 * 1/2) / 3 = 2/3; g: (0 + 1) / 3 = 1/3. A folder h without
// pages has the site's 1/2, and site 1, too.
TEST(YieldsTest, ShrinksAFolderTowardItsSite) {
  Yields yields;
  const auto f = yields.folder_of(0, "http://a.test/f/");
  const auto g = yields.folder_of(0, "http://a.test/g/");
  const auto h = yields.folder_of(0, "http://a.test/h/");
  yields.add(0, f, 1);
  yields.add(0, g, 0);
  EXPECT_NEAR(yields.of_crawl(), 0.5, 1e-9);
  EXPECT_NEAR(yields.evidence_of_site(0), 0, 1e-6);
  EXPECT_NEAR(yields.evidence_of_place(0, f), log_odds(2.0 / 3), 1e-6);
  EXPECT_NEAR(yields.evidence_of_place(0, g), log_odds(1.0 / 3), 1e-6);
  EXPECT_NEAR(yields.evidence_of_place(0, h), 0, 1e-6);
}

// Site 0 has a page of value 1, site 1 one of 0: theta(crawl) = 2/4; site 0: (1 + 1) / 3 = 2/3, and
// an unknown folder of it as well.
TEST(YieldsTest, ShrinksASiteTowardTheCrawl) {
  Yields yields;
  yields.add(0, Yields::kNoFolder, 1);
  yields.add(1, Yields::kNoFolder, 0);
  EXPECT_NEAR(yields.evidence_of_site(0), log_odds(2.0 / 3), 1e-6);
  EXPECT_NEAR(yields.evidence_of_site(1), log_odds(1.0 / 3), 1e-6);
  EXPECT_NEAR(yields.evidence_of_place(0, Yields::kNoFolder), log_odds(2.0 / 3), 1e-6);
}

// theta(crawl) = 1/2 without pages. A list that led to one page of value 1: (1 + 1) / 3 = 2/3. A
// page of it that led to nothing yet: the list's; to one page of value 0: (0 + 2 * 2/3) / 3 = 4/9.
TEST(YieldsTest, ShrinksACitingPageTowardItsList) {
  Yields yields;
  const auto list = yields.list_of(0, "See also");
  EXPECT_EQ(yields.list_of(0, "See also"), list);
  EXPECT_NE(yields.list_of(0, "Imprint"), list);
  EXPECT_NE(yields.list_of(1, "See also"), list);
  yields.add_to_list(list, 1);
  EXPECT_NEAR(yields.evidence_of_page({}, list), log_odds(2.0 / 3), 1e-6);
  EXPECT_NEAR(yields.evidence_of_page({1, 0}, list), log_odds(4.0 / 9), 1e-6);
}

TEST(YieldsTest, BoundsItsEvidence) {
  Yields yields;
  const auto bad = yields.folder_of(0, "http://a.test/");
  const auto good = yields.folder_of(1, "http://b.test/");
  for (int i = 0; i < 1000; ++i) {
    yields.add(0, bad, 0);
    yields.add(1, good, 1);
  }
  EXPECT_EQ(yields.evidence_of_place(0, bad), -Yields::kMostEvidence);
  EXPECT_EQ(yields.evidence_of_place(1, good), Yields::kMostEvidence);
}

// One page of value 0, that becomes 0.7: theta(crawl) = 1.7 / 3, the site (0.7 + 2 * 1.7 / 3) / 3.
TEST(YieldsTest, TakesARevisedValue) {
  Yields yields;
  const auto folder = yields.folder_of(0, "http://a.test/");
  yields.add(0, folder, 0);
  yields.revise(0, folder, 0.7);
  EXPECT_NEAR(yields.of_crawl(), 1.7 / 3, 1e-6);
  EXPECT_NEAR(yields.evidence_of_site(0), log_odds((0.7 + 2 * 1.7 / 3) / 3) - log_odds(1.7 / 3),
              1e-6);
}

// One request of one to folder f failed: the site's phi is 1 / (1 + 2), the folder's (1 + 2/3) /
// (1 + 2) = 5/9. Another folder of the site has 1/3, another site 0. After a page of the folder the
// site has 1 / (2 + 2), the folder (1 + 2/4) / (2 + 2) = 3/8.
TEST(YieldsTest, CountsFailuresAgainstTheFolderAndTheSite) {
  Yields yields;
  const auto f = yields.folder_of(0, "http://a.test/f/");
  const auto g = yields.folder_of(0, "http://a.test/g/");
  yields.add_failure(0, f);
  EXPECT_NEAR(yields.failure_of(0, f), 5.0 / 9, 1e-6);
  EXPECT_NEAR(yields.failure_of(0, g), 1.0 / 3, 1e-6);
  EXPECT_EQ(yields.failure_of(1, Yields::kNoFolder), 0);
  yields.add(0, f, 0);
  EXPECT_NEAR(yields.failure_of(0, f), 3.0 / 8, 1e-6);
}

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
