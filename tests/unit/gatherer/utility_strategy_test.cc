#include "gatherer/strategies/utility_strategy.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/strategy_driver.h"

namespace porthole::gatherer {
namespace {

UtilityStrategy::Options with_alpha(double alpha) {
  UtilityStrategy::Options options;
  options.alpha.start = alpha;
  return options;
}

UtilityStrategy::Options with_delta(double delta) {
  UtilityStrategy::Options options;
  options.adaptive = true;
  options.alpha.target = delta;
  return options;
}

// Equation 1: 0.64^0.5 0.25^0.5 = 0.4.
TEST(UtilityStrategyTest, RatesAUrlByTheUtilityOfThePageThatLinksToIt) {
  UtilityStrategy strategy(with_alpha(0.5));
  test::StrategyDriver crawl(strategy);
  crawl.fetch(1, 0.64, "", 0.25);
  crawl.link(1, 10);
  EXPECT_NEAR(crawl.rate(10), 0.4, 1e-12);
}

TEST(UtilityStrategyTest, RatesByTheBestOfSeveralPagesAndRaisesWhatABetterOneCites) {
  UtilityStrategy strategy(with_alpha(0));
  test::StrategyDriver crawl(strategy);
  crawl.fetch(1, 0.9, "", 0.2);
  crawl.fetch(2, 0.1, "", 0.8);
  crawl.link(1, 10);
  crawl.raised();
  crawl.link(2, 10);
  EXPECT_EQ(crawl.raised(), std::vector<UrlId>{10});
  EXPECT_NEAR(crawl.rate(10), 0.8, 1e-12);
  crawl.link(1, 10);
  EXPECT_TRUE(crawl.raised().empty());
}

// Section 3.1: importance is used for pages one link away alone. 1 is important and links to 2,
// which is not and links to 10.
TEST(UtilityStrategyTest, HandsImportanceOnAtOneLinkOnly) {
  UtilityStrategy strategy(with_alpha(0));
  test::StrategyDriver crawl(strategy);
  crawl.fetch(1, 0.5, "", 0.9);
  crawl.link(1, 2);
  crawl.fetch(2, 0.5, "", 0.1);
  crawl.link(2, 10);
  EXPECT_NEAR(crawl.rate(10), 0.1, 1e-12);
}

TEST(UtilityStrategyTest, TakesPagesWithoutAStatusForTheMedian) {
  UtilityStrategy strategy(with_alpha(0));
  test::StrategyDriver crawl(strategy);
  crawl.fetch(1, 0.9);
  crawl.link(1, 10);
  EXPECT_NEAR(crawl.rate(10), 0.5, 1e-12);
}

// Equation 3 with t = 0.2, then 0.2 again: 0.5 + 2 0.01 (0.7 - 0.2) = 0.51.
TEST(UtilityStrategyTest, GivesTopicalityMoreWeightWhereLittleIsFound) {
  UtilityStrategy strategy(with_delta(0.7));
  test::StrategyDriver crawl(strategy);
  crawl.fetch(1, 0.2, "", 0.5);
  crawl.fetch(2, 0.2, "", 0.5);
  EXPECT_NEAR(strategy.alpha(), 0.51, 1e-12);
  EXPECT_EQ(strategy.remark(), "utility: alpha is 0.51, for a topicality of 0.70 (delta)");
}

// Equation 1 with alpha .5, then .55: pages of topicality .2 move it by .005 each.
TEST(UtilityStrategyTest, RatesAllThatWaitsByOneAlphaAlsoWhereAlphaMoves) {
  UtilityStrategy strategy(with_delta(0.7));
  test::StrategyDriver crawl(strategy);
  crawl.fetch(1, 0.2, "", 0.5);
  crawl.link(1, 100);
  for (UrlId page = 2; page < 10; ++page) crawl.fetch(page, 0.2, "", 0.5);
  crawl.link(9, 101);
  EXPECT_NEAR(strategy.alpha(), 0.545, 1e-12);
  EXPECT_NEAR(crawl.rate(100), std::sqrt(0.2 * 0.5), 1e-12);
  EXPECT_EQ(crawl.rate(101), crawl.rate(100)) << "pages alike lead to them";
  crawl.raised();
  crawl.fetch(10, 0.2, "", 0.5);
  crawl.fetch(11, 0.2, "", 0.5);
  EXPECT_NEAR(crawl.rate(100), std::pow(0.2, 0.55) * std::pow(0.5, 0.45), 2e-3);
  EXPECT_EQ(crawl.rate(101), crawl.rate(100));
  EXPECT_EQ(crawl.raised(), (std::vector<UrlId>{100, 101})) << "they are sorted anew";
}

// The second page is the better one from alpha .5 on.
TEST(UtilityStrategyTest, FindsAnotherPageTheBestWhereAlphaHasMoved) {
  UtilityStrategy strategy(with_delta(1));
  test::StrategyDriver crawl(strategy);
  crawl.fetch(1, 0.3, "", 0.9);
  crawl.fetch(2, 0.85, "", 0.31);
  crawl.link(1, 100);
  crawl.link(2, 100);
  EXPECT_NEAR(crawl.rate(100), std::sqrt(0.3 * 0.9), 1e-12);
  for (UrlId page = 3; page < 30; ++page) crawl.fetch(page, 0, "", 0.5);
  ASSERT_GT(strategy.alpha(), 0.6);
  EXPECT_GT(crawl.rate(100), std::sqrt(0.85 * 0.31)) << "by the second page";
}

TEST(UtilityStrategyTest, KeepsAlphaFromOneRunToTheNext) {
  UtilityStrategy one(with_delta(0.7)), other(with_delta(0.7));
  test::StrategyDriver crawl(one), again(other);
  for (UrlId page = 1; page < 40; ++page) crawl.fetch(page, page % 10 / 10.0);
  other.restore_state(one.state());
  EXPECT_EQ(other.alpha(), one.alpha());
  const Judgement judgement;
  other.page_judged({.id = 1, .judgement = judgement});  // of an earlier run: it has no document
  EXPECT_EQ(other.alpha(), one.alpha());
}

// 1 to 3 are fetched with no, one and two in-links: x = ln 1, ln 2, ln 3 and theta = ln 2 at the
// median page, 2. sigma(3) = 1 / (1 + e^(ln 2 - ln 3)) = 1 / (1 + 2/3) = 0.6, sigma(1) = 1 / (1 +
// 2) = 1/3.
TEST(UtilityStrategyTest, CanGoByTheInLinksThatItHasSeenInPlaceOfTheModel) {
  UtilityStrategy::Options options = with_alpha(0);
  options.importance = UtilityStrategy::Importance::kInLinks;
  UtilityStrategy strategy(options);
  test::StrategyDriver crawl(strategy);
  crawl.fetch(1, 0.5);
  crawl.link(1, 2);
  crawl.link(1, 3);
  crawl.link(1, 3);
  crawl.fetch(2, 0.5);
  crawl.link(2, 3);
  crawl.fetch(3, 0.5);
  crawl.link(3, 10);
  crawl.link(1, 11);
  EXPECT_NEAR(crawl.rate(10), 0.6, 1e-12);
  EXPECT_NEAR(crawl.rate(11), 1 / 3.0, 1e-12);
  EXPECT_FALSE(strategy.needs_importance());
}

TEST(UtilityStrategyTest, NeedsAStatusModelUnlessTopicalityAloneCounts) {
  EXPECT_TRUE(UtilityStrategy(with_alpha(0.5)).needs_importance());
  EXPECT_TRUE(UtilityStrategy(with_delta(0.9)).needs_importance());
  EXPECT_FALSE(UtilityStrategy(with_alpha(1)).needs_importance());
}

TEST(UtilityStrategyTest, SaysWhatARatingIsMadeOf) {
  UtilityStrategy strategy(with_alpha(0.5));
  test::StrategyDriver crawl(strategy);
  crawl.fetch(1, 0.64, "", 0.25);
  crawl.link(1, 10);
  std::vector<Reason> reasons;
  strategy.explain(10, reasons);
  ASSERT_EQ(reasons.size(), 3U);
  EXPECT_EQ(reasons[0].weight, 0.64);
  EXPECT_EQ(reasons[1].weight, 0.25);
  EXPECT_EQ(reasons[2].weight, 0.5);
}

}  // namespace
}  // namespace porthole::gatherer
