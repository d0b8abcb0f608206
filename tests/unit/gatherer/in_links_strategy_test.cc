#include "gatherer/strategies/in_links_strategy.h"

#include <gtest/gtest.h>

#include "tests/support/strategy_driver.h"

namespace porthole::gatherer {
namespace {

/// Pages 1 and 2 are on site 1, page 3 on site 2.
class InLinksTest : public ::testing::Test {
 protected:
  InLinksTest() {
    driver_.put_on_site(1, 1);
    driver_.put_on_site(2, 1);
    driver_.put_on_site(3, 2);
  }
  void link(UrlId source, UrlId target) { driver_.link(source, target); }

  InLinksStrategy sites_;
  test::StrategyDriver driver_{sites_};
};

double rate(const Strategy& strategy, UrlId target) {
  return strategy.rate(target, 1, false).priority;
}

// 1 -> 10 twice, 2 -> 10, 3 -> 10, 3 -> 11: two sites cite 10, one cites 11.
TEST_F(InLinksTest, CountsEachSiteThatCitesOnce) {
  for (const UrlId source : {1, 1, 2, 3}) link(source, 10);
  link(3, 11);
  EXPECT_EQ(rate(sites_, 10), 2);
  EXPECT_EQ(rate(sites_, 11), 1);
  EXPECT_EQ(rate(sites_, 12), 0);
  EXPECT_FALSE(sites_.rate(12, 1, false).pruned);
}

TEST_F(InLinksTest, CountsNoSitemap) {
  link(0, 10);
  EXPECT_EQ(rate(sites_, 10), 0);
}

TEST_F(InLinksTest, CountsTheVotesForAnAliasForItsTarget) {
  link(1, 10);
  link(2, 10);
  link(3, 11);
  link(1, 11);
  std::vector<UrlId> raised;
  sites_.take_raised(raised);
  raised.clear();
  sites_.merge(11, 10);
  EXPECT_EQ(rate(sites_, 10), 2);
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
  ASSERT_EQ(reasons.size(), 1u);
  EXPECT_EQ(reasons[0].what, "sites that link to it");
  EXPECT_EQ(reasons[0].weight, 1);
}

}  // namespace
}  // namespace porthole::gatherer
