#include "gatherer/strategies/simple_heuristics.h"

#include <gtest/gtest.h>

#include <cmath>

#include "gatherer/strategies/random_strategy.h"
#include "tests/support/strategy_driver.h"

namespace porthole::gatherer {
namespace {

class SimpleHeuristicsTest : public ::testing::Test {
 protected:
  static collection::Topic topic() {
    collection::Topic topic;
    topic.title = "Astronomy";
    topic.terms = {"light curve", "telescopes"};
    return topic;
  }
  void link(UrlId target, const std::string& url, const std::string& anchor = "") {
    Link link;
    link.url = url;
    link.anchor = anchor;
    driver_.link(1, target, link);
  }
  double rate(UrlId target, int hops = 1) const {
    return strategy_.rate(target, hops, false).priority;
  }
  std::vector<UrlId> raised() {
    std::vector<UrlId> raised;
    strategy_.take_raised(raised);
    return raised;
  }

  SimpleHeuristics strategy_{topic()};
  test::StrategyDriver driver_{strategy_};
};

// With a topic word 1 + 1 / (2 + 3) = 1.2; without 1 / (2 + 0) = 0.5.
TEST_F(SimpleHeuristicsTest, PutsATopicWordInTheUrlBeforeDepth) {
  link(2, "http://a.test/telescope/m31.html");
  link(3, "http://a.test/recipes");
  EXPECT_DOUBLE_EQ(rate(2, 3), 1.2);
  EXPECT_DOUBLE_EQ(rate(3, 0), 0.5);
}

TEST_F(SimpleHeuristicsTest, PutsTheShallowestOfEachKindFirst) {
  link(2, "http://a.test/telescope");
  link(3, "http://a.test/telescope/2");
  EXPECT_GT(rate(2, 1), rate(3, 2));
  EXPECT_GT(rate(8, 1), rate(9, 2));
}

TEST_F(SimpleHeuristicsTest, FindsPhrasesAndPlurals) {
  link(2, "http://a.test/light-curves/");
  link(3, "http://a.test/light/and/curves");
  EXPECT_GT(rate(2), 1);
  EXPECT_LT(rate(3), 1) << "the words of a phrase stand side by side";
}

TEST_F(SimpleHeuristicsTest, LooksAtNothingButTheUrl) {
  link(2, "http://a.test/2", "astronomy with telescopes");
  EXPECT_LT(rate(2), 1);
}

TEST_F(SimpleHeuristicsTest, PrunesNothing) {
  link(2, "http://a.test/recipes");
  EXPECT_FALSE(strategy_.rate(2, 1000, false).pruned);
}

TEST_F(SimpleHeuristicsTest, CountsTheWordsOfAnAliasForItsTarget) {
  link(2, "http://a.test/telescope");
  link(3, "http://a.test/3");
  EXPECT_EQ(raised(), std::vector<UrlId>{2});
  strategy_.merge(2, 3);
  EXPECT_EQ(raised(), std::vector<UrlId>{3});
  EXPECT_GT(rate(3), 1);
  EXPECT_LT(rate(2), 1);
}

TEST_F(SimpleHeuristicsTest, SaysWhichWordItFound) {
  link(2, "http://a.test/light-curves/");
  std::vector<Reason> reasons;
  strategy_.explain(2, reasons);
  ASSERT_EQ(reasons.size(), 1u);
  EXPECT_EQ(reasons[0].what, "its URL contains the topic's \"light curve\"");
  reasons.clear();
  strategy_.forget(2);
  strategy_.explain(2, reasons);
  EXPECT_TRUE(reasons.empty());
}

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

constexpr int kUrls = 10'000;

TEST(UrlHashRngTest, DrawsTheSameForTheSameSeedUrlAndPurpose) {
  const UrlHashRng dice(7), again(7);
  for (repository::UrlId url = 1; url < 100; ++url) {
    EXPECT_EQ(dice.draw(url), again.draw(url));
    EXPECT_EQ(dice.draw(url, 2), again.draw(url, 2));
  }
}

TEST(UrlHashRngTest, DrawsOthersForAnotherSeedUrlOrPurpose) {
  const UrlHashRng dice(7), other(8);
  EXPECT_NE(dice.draw(1), other.draw(1));
  EXPECT_NE(dice.draw(1), dice.draw(2));
  EXPECT_NE(dice.draw(1, 1), dice.draw(1, 2));
}

// The mean of 10,000 uniform draws has the standard deviation 1 / sqrt(12 * 10,000) = 0.0029, and
// each tenth of [0, 1) has 1,000 draws with the standard deviation 30: five of them are enough for
// a fixed seed.
TEST(UrlHashRngTest, DrawsUniformlyFromZeroToBelowOne) {
  const UrlHashRng dice(1);
  double sum = 0;
  int tenths[10] = {};
  for (repository::UrlId url = 1; url <= kUrls; ++url) {
    const double drawn = dice.draw(url);
    ASSERT_GE(drawn, 0);
    ASSERT_LT(drawn, 1);
    sum += drawn;
    ++tenths[static_cast<int>(drawn * 10)];
  }
  EXPECT_NEAR(sum / kUrls, 0.5, 0.015);
  for (const int count : tenths) EXPECT_NEAR(count, 1000, 150);
}

TEST(UrlHashRngTest, DrawsIndependentlyForTwoPurposes) {
  const UrlHashRng dice(1);
  double covariance = 0;
  for (repository::UrlId url = 1; url <= kUrls; ++url)
    covariance += (dice.draw(url, 1) - 0.5) * (dice.draw(url, 2) - 0.5);
  EXPECT_LT(std::abs(covariance / kUrls * 12), 0.05) << "a correlation, of standard deviation 0.01";
}

}  // namespace
}  // namespace porthole::gatherer
