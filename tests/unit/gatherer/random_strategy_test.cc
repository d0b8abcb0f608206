#include "gatherer/strategies/random_strategy.h"

#include <gtest/gtest.h>

#include "tests/support/strategy_driver.h"

namespace porthole::gatherer {
namespace {

TEST(RandomStrategyTest, DrawsOncePerUrlWhateverIsSaidAndFound) {
  RandomStrategy strategy(1);
  test::StrategyDriver driver(strategy);
  const double before = strategy.rate(5, 1, false).priority;
  driver.fetch(1, 1);
  driver.link(1, 5, "astronomy");
  EXPECT_EQ(strategy.rate(5, 9, false).priority, before);
  EXPECT_FALSE(strategy.rate(5, 9, false).pruned);
}

TEST(RandomStrategyTest, DrawsTheSameAfterARestartAndOthersByAnotherSeed) {
  const RandomStrategy strategy(1), again(1), other(2);
  EXPECT_EQ(strategy.rate(5, 1, false).priority, again.rate(5, 1, false).priority);
  EXPECT_NE(strategy.rate(5, 1, false).priority, other.rate(5, 1, false).priority);
}

TEST(RandomStrategyTest, SaysThatChanceDecides) {
  const RandomStrategy strategy(1);
  std::vector<Reason> reasons;
  strategy.explain(3, reasons);
  ASSERT_EQ(reasons.size(), 1u);
  EXPECT_EQ(reasons[0].weight, strategy.rate(3, 1, false).priority);
}

}  // namespace
}  // namespace porthole::gatherer
