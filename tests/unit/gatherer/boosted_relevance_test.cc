#include "gatherer/strategies/boosted_relevance.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/support/strategy_driver.h"

namespace porthole::gatherer {
namespace {

constexpr double kThreshold = 0.3;

collection::Topic topic() {
  collection::Topic topic;
  topic.title = "Astronomy";
  return topic;
}

/// A crawl of eight irrelevant pages: what nothing is known about has (0 + 1) / (8 + 2) = 0.1 and
/// fails c = 0.3.
class Boosted {
 public:
  explicit Boosted(double boost, std::uint64_t seed = 1, LinksOfLooks links = LinksOfLooks::kAll)
      : strategy({.threshold = kThreshold, .smoothing = 4, .support = 3}, topic(), boost, seed,
                 links) {
    strategy.restore_totals(8, 0);
  }
  Rating rate(UrlId target) const { return strategy.rate(target, 1, false); }

  BoostedRelevance strategy;
  test::StrategyDriver driver{strategy};
};

TEST(BoostedRelevanceTest, RatesWhatPassesAsRelevanceWeightingDoes) {
  Boosted crawl(0);
  crawl.driver.link(1, 10, "astronomy");
  EXPECT_EQ(crawl.rate(10).priority, 1);
  EXPECT_FALSE(crawl.rate(10).pruned);
}

TEST(BoostedRelevanceTest, LooksAtEverythingWithABoostOfZeroAndAtNothingWithOne) {
  const Boosted all(0), none(1);
  for (UrlId url = 1; url < 1000; ++url) {
    ASSERT_FALSE(all.rate(url).pruned);
    ASSERT_TRUE(none.rate(url).pruned);
  }
}

// b = 0.9: of 10,000 pages 1,000 are looked at, with the standard deviation 30.
TEST(BoostedRelevanceTest, LooksAtOneInTenOfThePagesThatFail) {
  const Boosted crawl(0.9);
  int looks = 0;
  for (UrlId url = 1; url <= 10'000; ++url) {
    if (!crawl.rate(url).pruned) ++looks;
  }
  EXPECT_NEAR(looks, 1000, 150);
}

TEST(BoostedRelevanceTest, QueuesLooksInRandomOrderBelowEverythingThatPasses) {
  const Boosted crawl(0);
  std::set<double> priorities;
  for (UrlId url = 1; url < 1000; ++url) {
    const double priority = crawl.rate(url).priority;
    EXPECT_LT(priority, kThreshold);
    priorities.insert(priority);
  }
  EXPECT_EQ(priorities.size(), 999u);
}

TEST(BoostedRelevanceTest, DrawsTheSameAfterARestart) {
  const Boosted crawl(0.5), again(0.5), other(0.5, 2);
  int same = 0;
  for (UrlId url = 1; url < 1000; ++url) {
    EXPECT_EQ(crawl.rate(url).pruned, again.rate(url).pruned);
    EXPECT_EQ(crawl.rate(url).priority, again.rate(url).priority);
    if (crawl.rate(url).pruned == other.rate(url).pruned) ++same;
  }
  EXPECT_LT(same, 700) << "another seed draws others";
}

TEST(BoostedRelevanceTest, JudgesAPageThatItLookedAtByItsBestTerm) {
  Boosted crawl(0);
  crawl.driver.fetch(10, 1, "recipes of an astronomy club");
  EXPECT_EQ(crawl.strategy.score_after_look(10), 1);
  EXPECT_EQ(crawl.strategy.looks().made, 1);
  EXPECT_EQ(crawl.strategy.looks().reached, 1);
}

TEST(BoostedRelevanceTest, ScoresAPageThatFailsTwiceAtRandom) {
  Boosted crawl(0);
  crawl.driver.fetch(10, 0, "recipes");
  const double before = crawl.rate(11).priority;
  crawl.driver.fetch(11, 0, "soups");
  ASSERT_TRUE(crawl.strategy.score_after_look(11));
  EXPECT_DOUBLE_EQ(*crawl.strategy.score_after_look(11), before / kThreshold) << "R2, drawn once";
  EXPECT_NE(crawl.strategy.score_after_look(10), crawl.strategy.score_after_look(11));
  EXPECT_EQ(crawl.strategy.looks().made, 2);
  EXPECT_EQ(crawl.strategy.looks().reached, 0);
}

TEST(BoostedRelevanceTest, CountsNoFetchThatTheMetadataSpokeFor) {
  Boosted crawl(0);
  crawl.driver.link(1, 10, "astronomy");
  crawl.driver.fetch(10, 1, "astronomy");
  EXPECT_EQ(crawl.strategy.looks().made, 0);
  EXPECT_FALSE(crawl.strategy.score_after_look(10));
  EXPECT_EQ(crawl.strategy.remark(), "");
}

TEST(BoostedRelevanceTest, KeepsTheCountOverARestart) {
  Boosted crawl(0);
  crawl.driver.fetch(10, 1, "astronomy");
  crawl.driver.fetch(11, 0, "recipes");
  Boosted again(0);
  again.strategy.restore_state(crawl.strategy.state());
  EXPECT_EQ(again.strategy.looks().made, 2);
  EXPECT_EQ(again.strategy.looks().reached, 1);
  EXPECT_EQ(again.strategy.remark(),
            "2 pages fetched for exploration; the text of 1 reached the threshold");
}

TEST(BoostedRelevanceTest, IgnoresAStateThatItCannotRead) {
  for (const char* state : {"", "3", "3 ", "x 1", "2 3", "2 -1"}) {
    Boosted crawl(0);
    crawl.strategy.restore_state(state);
    EXPECT_EQ(crawl.strategy.looks().made, 0) << state;
  }
}

// The first "photometry" pages are looks; three relevant ones of three teach RW the word:
// m = 3 / 11, Theta = (3 + 4 * 3 / 11) / (3 + 4) = 45 / 77.
TEST(BoostedRelevanceTest, LearnsFromWhatItLookedAt) {
  Boosted crawl(0);
  for (const UrlId page : {10, 11, 12}) {
    crawl.driver.link(1, page, "photometry");
    crawl.driver.fetch(page, 1, "photometry");
  }
  crawl.driver.link(1, 20, "photometry");
  EXPECT_NEAR(crawl.rate(20).priority, 45.0 / 77.0, 1e-12);
}

/// A crawl in which the scores of looks decide, and two pages that it looked at by chance: `good`
/// has a topic word in its text, `bad` has R2 < c.
class ByScore : public Boosted {
 public:
  ByScore() : Boosted(0, 1, LinksOfLooks::kByScore) {
    while (rate(bad).priority >= kThreshold * kThreshold) ++bad;  // c R2 of a page not fetched
    driver.fetch(good, 1, "recipes of an astronomy club");
    driver.fetch(bad, 0, "recipes");
  }
  static constexpr UrlId good = 500;
  UrlId bad = 1;
};

TEST(BoostedRelevanceTest, FollowsNoLinkOfALookThatFailsIfScoresDecide) {
  ByScore crawl;
  crawl.driver.link(crawl.bad, 900, "astronomy");
  crawl.driver.link(crawl.good, 901, "astronomy");
  EXPECT_TRUE(crawl.rate(900).pruned);
  EXPECT_EQ(crawl.rate(901).priority, 1);
  EXPECT_FALSE(crawl.strategy.rate(900, 1, true).pruned) << "a seed";
  Boosted follows_all(0);
  follows_all.driver.fetch(crawl.bad, 0, "recipes");
  follows_all.driver.link(crawl.bad, 900, "astronomy");
  EXPECT_EQ(follows_all.rate(900).priority, 1);
}

TEST(BoostedRelevanceTest, AUrlIsFollowedOnceAPageThatPassesCitesIt) {
  ByScore crawl;
  crawl.driver.link(crawl.bad, 900, "astronomy");
  crawl.driver.raised();
  crawl.driver.link(crawl.good, 900, "telescopes");
  EXPECT_EQ(crawl.driver.raised(), std::vector<UrlId>{900});
  EXPECT_FALSE(crawl.rate(900).pruned);
  EXPECT_LT(crawl.rate(900).priority, 1) << "what the other page says does not count";
}

TEST(BoostedRelevanceTest, AnAliasOfAUrlThatIsNotFollowedIsNotFollowed) {
  ByScore crawl;
  crawl.driver.link(crawl.bad, 900, "astronomy");
  crawl.strategy.merge(900, 902);
  EXPECT_TRUE(crawl.rate(902).pruned);
  crawl.driver.link(crawl.good, 901, "astronomy");
  crawl.driver.raised();
  crawl.strategy.merge(901, 902);
  EXPECT_EQ(crawl.rate(902).priority, 1);
  EXPECT_EQ(crawl.driver.raised(), std::vector<UrlId>{902});
}

TEST(BoostedRelevanceTest, KnowsAfterARestartWhoseLinksAreNotFollowed) {
  const ByScore crawl;
  Boosted again(0, 1, LinksOfLooks::kByScore);
  again.strategy.restore_state(crawl.strategy.state());
  EXPECT_EQ(again.strategy.looks().made, 2);
  again.driver.link(crawl.bad, 900, "astronomy");
  again.driver.link(ByScore::good, 901, "astronomy");
  EXPECT_TRUE(again.rate(900).pruned);
  EXPECT_EQ(again.rate(901).priority, 1);
}

TEST(BoostedRelevanceTest, SaysWhatChanceDecided) {
  const Boosted all(0), none(1);
  std::vector<Reason> looked, pruned;
  all.strategy.explain(10, looked);
  none.strategy.explain(10, pruned);
  ASSERT_EQ(looked.size(), 1u);
  EXPECT_NE(looked[0].what.find("chosen at random for an exploratory fetch"), std::string::npos);
  ASSERT_EQ(pruned.size(), 1u);
  EXPECT_NE(pruned[0].what.find("not chosen for an exploratory fetch"), std::string::npos);
}

}  // namespace
}  // namespace porthole::gatherer
