#include "gatherer/strategies/relevance_strategy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/support/strategy_driver.h"

namespace porthole::gatherer {
namespace {

using Urls = std::vector<UrlId>;

constexpr UrlId kHub = 1000;  // the page that says it all

Link saying(const std::string& anchor) { return test::StrategyDriver::saying(anchor); }

constexpr topics::RelevanceWeighting::Options kOptions{
    .threshold = 0.3, .smoothing = 4, .support = 3};

/// Threshold 0.3, smoothing 4, support 3; the topic's own terms: "astronomy", "telescope".
class RelevanceStrategyTest : public ::testing::Test {
 protected:
  RelevanceStrategyTest() : strategy_(kOptions, topic()) {}

  static collection::Topic topic() {
    collection::Topic topic;
    topic.title = "Astronomy";
    topic.terms = {"telescope"};
    return topic;
  }
  /// Pages `first` to `first + count - 1` were linked to by `anchor`, and fetched.
  void fetch(UrlId first, int count, const std::string& anchor, bool relevant) {
    for (UrlId id = first; id < first + count; ++id) {
      driver_.link(kHub, id, anchor);
      driver_.fetch(id, relevant ? 1 : 0);
    }
  }
  Urls raised() {
    Urls raised;
    strategy_.take_raised(raised);
    return raised;
  }
  Rating rate(UrlId id) const { return strategy_.rate(id, 1, false); }

  RelevanceStrategy strategy_;
  test::StrategyDriver driver_{strategy_};
};

// (0 + 1) / (5 + 2) = 1/7 < c = 0.3.
TEST_F(RelevanceStrategyTest, PrunesWhatNobodySpeaksAboutWhenTheCrawlFindsNothing) {
  EXPECT_FALSE(rate(1).pruned);
  fetch(90, 5, "soups", false);
  EXPECT_TRUE(rate(1).pruned);
  driver_.link(kHub, 1, "recipes");
  EXPECT_TRUE(rate(1).pruned);
}

TEST_F(RelevanceStrategyTest, RatesByTheTopicsOwnWords) {
  driver_.link(kHub, 1, "my telescopes");
  EXPECT_EQ(rate(1).priority, 1);
  EXPECT_FALSE(rate(1).pruned);
}

TEST_F(RelevanceStrategyTest, TakesTheBestOfWhatAllLinksSay) {
  driver_.link(kHub, 1, "recipes");
  driver_.link(kHub, 1, "astronomy");
  EXPECT_EQ(rate(1).priority, 1);
}

// Three relevant pages with "photometry": r_t = n_t = 3, m = 1, Theta = (3 + 4) / (3 + 4) = 1.
TEST_F(RelevanceStrategyTest, RaisesWhatATermLeadsToOnceItIsLearned) {
  fetch(40, 1, "stars", true);  // so that the crawl's mean is above the threshold from here on
  driver_.link(kHub, 10, "photometry");
  driver_.link(kHub, 11, "recipes");
  raised();
  fetch(1, 3, "photometry", true);
  const Urls up = raised();
  EXPECT_TRUE(std::count(up.begin(), up.end(), 10));
  EXPECT_FALSE(std::count(up.begin(), up.end(), 11));
  EXPECT_EQ(rate(10).priority, 1);
  EXPECT_FALSE(rate(10).pruned);
  EXPECT_EQ(raised(), Urls()) << "each rise is told once";
}

// Where nothing is known of M(w) the rating is (r + 1) / (n + 2): 1/5 < c = 0.3 after three
// irrelevant pages, 2/6 after a relevant one.
TEST_F(RelevanceStrategyTest, RaisesWhatNothingIsKnownAboutWhenTheCrawlTurnsOutWell) {
  fetch(1, 3, "recipes", false);
  driver_.link(kHub, 10, "unheard");
  raised();
  EXPECT_TRUE(rate(10).pruned);
  fetch(4, 1, "astronomy", true);
  const Urls up = raised();
  EXPECT_TRUE(std::count(up.begin(), up.end(), 10));
  EXPECT_NEAR(rate(10).priority, 1.0 / 3.0, 1e-12);
  EXPECT_FALSE(rate(10).pruned);
}

// Two relevant of five: m = 0.4. "photometry" 2 of 2 is below the support; a third, irrelevant,
// makes n = 6, m = 1/3, Theta = (2 + 4/3) / (3 + 4) = 10/21.
TEST_F(RelevanceStrategyTest, RatesByTheSmoothedShare) {
  fetch(1, 3, "recipes", false);
  fetch(4, 2, "photometry", true);
  fetch(6, 1, "photometry", false);
  driver_.link(kHub, 10, "photometry");
  EXPECT_NEAR(rate(10).priority, 10.0 / 21.0, 1e-12);
}

TEST_F(RelevanceStrategyTest, SinksAndPrunesWithWhatItLearns) {
  fetch(1, 3, "photometry", true);
  driver_.link(kHub, 50, "photometry");
  EXPECT_FALSE(rate(50).pruned);
  fetch(10, 30, "photometry", false);
  EXPECT_TRUE(rate(50).pruned);
}

TEST_F(RelevanceStrategyTest, LearnsOnlyFromLinksReadBeforeTheFetch) {
  driver_.fetch(1, 1);
  driver_.fetch(2, 1);
  driver_.fetch(3, 1);
  std::vector<repository::TermRecord> learned;
  strategy_.take_learned(learned);
  EXPECT_TRUE(learned.empty());
}

TEST_F(RelevanceStrategyTest, LetsTheTargetOfARedirectHaveWhatWasSaid) {
  driver_.link(kHub, 1, "astronomy");
  raised();
  strategy_.merge(1, 2);
  EXPECT_EQ(raised(), Urls{2});
  EXPECT_EQ(rate(2).priority, 1);
  EXPECT_LT(rate(1).priority, 1) << "what was said about the alias is the target's now";
}

TEST_F(RelevanceStrategyTest, MergesIntoWhatWasSaidAboutTheTarget) {
  driver_.link(kHub, 1, "astronomy");
  driver_.link(kHub, 2, "recipes");
  strategy_.merge(1, 2);
  driver_.fetch(2, 1);
  std::vector<repository::TermRecord> learned;
  strategy_.take_learned(learned);
  std::vector<std::string> terms;
  for (const auto& term : learned) terms.push_back(term.term);
  std::sort(terms.begin(), terms.end());
  EXPECT_EQ(terms, (std::vector<std::string>{"astronomy", "recipe"}));
}

TEST_F(RelevanceStrategyTest, LeavesAUrlAloneThatIsMergedWithItself) {
  driver_.link(kHub, 1, "astronomy");
  strategy_.merge(1, 1);
  EXPECT_EQ(rate(1).priority, 1);
  strategy_.merge(99, 1);
  EXPECT_EQ(rate(1).priority, 1);
}

TEST_F(RelevanceStrategyTest, ForgetsWhatItIsTold) {
  driver_.link(kHub, 1, "astronomy");
  raised();
  strategy_.forget(1);
  strategy_.forget(1);
  EXPECT_LT(rate(1).priority, 1);
  fetch(10, 3, "astronomy photometry", true);
  const Urls up = raised();
  EXPECT_FALSE(std::count(up.begin(), up.end(), 1)) << "a forgotten URL is raised no more";
}

TEST_F(RelevanceStrategyTest, GoesOnWithWhatAnEarlierRunLearned) {
  fetch(1, 3, "photometry", true);
  fetch(4, 7, "recipes", false);
  std::vector<repository::TermRecord> learned;
  strategy_.take_learned(learned);
  RelevanceStrategy later(kOptions, topic());
  for (const auto& term : learned) later.restore(term);
  later.restore_totals(10, 3);
  test::StrategyDriver(later).link(kHub, 20, "photometry");
  driver_.link(kHub, 20, "photometry");
  EXPECT_EQ(later.rate(20, 1, false).priority, rate(20).priority);
  EXPECT_NEAR(rate(20).priority, 0.6, 1e-12);  // (3 + 4 * 0.3) / (3 + 4)
}

TEST_F(RelevanceStrategyTest, TellsWhatWasLearnedOnce) {
  fetch(1, 1, "photometry", true);
  std::vector<repository::TermRecord> learned;
  strategy_.take_learned(learned);
  ASSERT_EQ(learned.size(), 1u);
  EXPECT_EQ(learned[0].term, "photometry");
  EXPECT_EQ(learned[0].fetched, 1);
  EXPECT_EQ(learned[0].relevant, 1);
  learned.clear();
  strategy_.take_learned(learned);
  EXPECT_TRUE(learned.empty());
}

TEST(AnnotationHashTest, IsTheSameForTheSameWordsAndNoOther) {
  EXPECT_EQ(annotation_hash(saying("a star")), annotation_hash(saying("a star")));
  EXPECT_NE(annotation_hash(saying("a star")), annotation_hash(saying("a stair")));
  Link title = saying("");
  title.title = "a star";
  EXPECT_NE(annotation_hash(saying("a star")), annotation_hash(title)) << "kinds are told apart";
}

}  // namespace
}  // namespace porthole::gatherer
