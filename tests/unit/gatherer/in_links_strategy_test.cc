#include "gatherer/strategies/in_links_strategy.h"

#include <gtest/gtest.h>

#include "tests/support/strategy_driver.h"

namespace porthole::gatherer {
namespace {

/// Pages 1 and 2 are on site 1, page 3 on site 2.
class InLinksTest : public ::testing::Test {
 protected:
  InLinksTest() {
    for (test::StrategyDriver* driver : {&by_site_, &by_page_}) {
      driver->put_on_site(1, 1);
      driver->put_on_site(2, 1);
      driver->put_on_site(3, 2);
    }
  }
  void link(UrlId source, UrlId target) {
    by_site_.link(source, target);
    by_page_.link(source, target);
  }

  InLinksStrategy sites_{Voters::kSites}, pages_{Voters::kPages};
  test::StrategyDriver by_site_{sites_}, by_page_{pages_};
};

double rate(const Strategy& strategy, UrlId target) {
  return strategy.rate(target, 1, false).priority;
}

// 1 -> 10 twice, 2 -> 10, 3 -> 10, 3 -> 11: two sites and three pages cite 10, one of each 11.
TEST_F(InLinksTest, CountsEachSiteOrPageThatCitesOnce) {
  for (const UrlId source : {1, 1, 2, 3}) link(source, 10);
  link(3, 11);
  EXPECT_EQ(rate(sites_, 10), 2);
  EXPECT_EQ(rate(pages_, 10), 3);
  EXPECT_EQ(rate(sites_, 11), 1);
  EXPECT_EQ(rate(sites_, 12), 0);
  EXPECT_FALSE(sites_.rate(12, 1, false).pruned);
}

TEST_F(InLinksTest, CountsNoSitemap) {
  link(0, 10);
  EXPECT_EQ(rate(sites_, 10), 0);
  EXPECT_EQ(rate(pages_, 10), 0);
}

// {1, 2} and {3} by page, {site 1} and {site 2} by site, are together 3 and 2.
TEST_F(InLinksTest, CountsTheVotesForAnAliasForItsTarget) {
  link(1, 10);
  link(2, 10);
  link(3, 11);
  link(1, 11);
  std::vector<UrlId> raised;
  sites_.take_raised(raised);
  raised.clear();
  sites_.merge(11, 10);
  pages_.merge(11, 10);
  EXPECT_EQ(rate(sites_, 10), 2);
  EXPECT_EQ(rate(pages_, 10), 3);
  EXPECT_EQ(rate(sites_, 11), 0);
  sites_.take_raised(raised);
  EXPECT_EQ(raised, std::vector<UrlId>{10});
}

TEST_F(InLinksTest, RaisesWhatGotAVote) {
  std::vector<UrlId> raised;
  link(1, 10);
  sites_.take_raised(raised);
  EXPECT_EQ(raised, std::vector<UrlId>{10});
  raised.clear();
  link(2, 10);
  sites_.take_raised(raised);
  EXPECT_TRUE(raised.empty()) << "its site has voted";
}

TEST_F(InLinksTest, SaysHowManyCite) {
  link(1, 10);
  link(2, 10);
  std::vector<Reason> reasons;
  sites_.explain(10, reasons);
  pages_.explain(10, reasons);
  ASSERT_EQ(reasons.size(), 2u);
  EXPECT_EQ(reasons[0].what, "sites that link to it");
  EXPECT_EQ(reasons[0].weight, 1);
  EXPECT_EQ(reasons[1].what, "pages that link to it");
  EXPECT_EQ(reasons[1].weight, 2);
}

}  // namespace
}  // namespace porthole::gatherer
