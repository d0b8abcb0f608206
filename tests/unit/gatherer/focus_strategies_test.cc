#include "gatherer/strategies/focus_strategies.h"

#include <gtest/gtest.h>

#include "tests/support/strategy_driver.h"

namespace porthole::gatherer {
namespace {

std::vector<UrlId> raised(Strategy& strategy) {
  std::vector<UrlId> raised;
  strategy.take_raised(raised);
  return raised;
}

std::vector<Reason> explained(const Strategy& strategy, UrlId target) {
  std::vector<Reason> reasons;
  strategy.explain(target, reasons);
  return reasons;
}

/// Page 1 is wanted, page 2 is not.
class HardFocusTest : public ::testing::Test {
 protected:
  HardFocusTest() {
    driver_.fetch(1, 0.8);
    driver_.fetch(2, 0.3);
  }
  bool is_pruned(UrlId target) const { return strategy_.rate(target, 1, false).pruned; }

  HardFocus strategy_;
  test::StrategyDriver driver_{strategy_};
};

TEST_F(HardFocusTest, VisitsWhatWantedPagesLinkToAndNothingElse) {
  driver_.link(1, 10);
  driver_.link(2, 11);
  EXPECT_FALSE(is_pruned(10));
  EXPECT_TRUE(is_pruned(11));
  EXPECT_TRUE(is_pruned(12)) << "a sitemap names it, and nobody links to it";
}

TEST_F(HardFocusTest, RaisesWhatAWantedPageLinksToAfterAll) {
  driver_.link(2, 11);
  EXPECT_TRUE(raised(strategy_).empty());
  driver_.link(1, 11);
  EXPECT_EQ(raised(strategy_), std::vector<UrlId>{11});
  EXPECT_FALSE(is_pruned(11));
}

TEST_F(HardFocusTest, HoldsAllThatMayBeVisitedEqual) {
  driver_.link(1, 10);
  driver_.link(1, 11);
  driver_.fetch(3, 1);
  driver_.link(3, 11);
  EXPECT_EQ(strategy_.rate(10, 1, false).priority, strategy_.rate(11, 7, false).priority);
  EXPECT_EQ(strategy_.order().text(), "tries asc, relevance desc");
}

TEST_F(HardFocusTest, LetsAnAliasPassItsRightOn) {
  driver_.link(1, 10);
  driver_.link(2, 11);
  raised(strategy_);
  strategy_.merge(10, 11);
  EXPECT_EQ(raised(strategy_), std::vector<UrlId>{11});
  EXPECT_FALSE(is_pruned(11));
  EXPECT_TRUE(is_pruned(10));
}

TEST_F(HardFocusTest, SaysWhetherAWantedPageLinksToIt) {
  driver_.link(1, 10);
  driver_.link(2, 11);
  EXPECT_EQ(explained(strategy_, 10).at(0).weight, 1);
  EXPECT_EQ(explained(strategy_, 11).at(0).what, "no link from a page whose best topic is wanted");
}

class SoftFocusTest : public ::testing::Test {
 protected:
  SoftFocusTest() {
    driver_.fetch(1, 0.3);
    driver_.fetch(2, 0.8);
    driver_.fetch(3, 0.5);
  }
  double rate(UrlId target) const { return driver_.rate(target); }

  SoftFocus strategy_;
  test::StrategyDriver driver_{strategy_};
};

// max(0.3, 0.8, 0.5) = 0.8.
TEST_F(SoftFocusTest, RatesByTheLargestRelevanceOfThePagesThatLinkToIt) {
  for (const UrlId source : {1, 2, 3}) driver_.link(source, 10);
  EXPECT_DOUBLE_EQ(rate(10), 0.8);
}

TEST_F(SoftFocusTest, PrunesNothing) {
  driver_.fetch(4, 0);
  driver_.link(4, 10);
  EXPECT_FALSE(strategy_.rate(10, 1, false).pruned);
  EXPECT_FALSE(strategy_.rate(11, 1, false).pruned);
}

TEST_F(SoftFocusTest, RaisesWhatAMoreRelevantPageLinksTo) {
  driver_.link(3, 10);
  EXPECT_EQ(raised(strategy_), std::vector<UrlId>{10});
  driver_.link(1, 10);
  EXPECT_TRUE(raised(strategy_).empty());
  driver_.link(2, 10);
  EXPECT_EQ(raised(strategy_), std::vector<UrlId>{10});
}

TEST_F(SoftFocusTest, TakesTheLargerOfAnAliasAndItsTarget) {
  driver_.link(2, 10);
  driver_.link(1, 11);
  driver_.link(3, 12);
  strategy_.merge(10, 11);
  EXPECT_DOUBLE_EQ(rate(11), 0.8);
  strategy_.merge(12, 11);
  EXPECT_DOUBLE_EQ(rate(11), 0.8);
}

TEST_F(SoftFocusTest, GoesInTheOrderOfThePaper) {
  EXPECT_EQ(strategy_.order().text(), "tries asc, relevance desc, load asc");
}

TEST_F(SoftFocusTest, SaysWhoseRelevanceItIs) {
  driver_.link(1, 10);
  ASSERT_EQ(explained(strategy_, 10).size(), 1u);
  EXPECT_DOUBLE_EQ(explained(strategy_, 10)[0].weight, 0.3);
  EXPECT_TRUE(explained(strategy_, 11).empty());
}

}  // namespace
}  // namespace porthole::gatherer
