#include "gatherer/strategies/learned_strategy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/strategy_driver.h"

namespace porthole::gatherer {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

collection::Topic topic() {
  collection::Topic topic;
  topic.title = "Astronomy";
  topic.terms = {"telescope"};
  return topic;
}

constexpr LearnedStrategy::Options kGreedy{.exploration = 0};

class LearnedStrategyTest : public ::testing::Test {
 protected:
  double priority(UrlId id) const { return strategy_.rate(id, 1, false).priority; }
  std::vector<UrlId> raised() {
    std::vector<UrlId> raised;
    strategy_.take_raised(raised);
    return raised;
  }

  LearnedStrategy strategy_{kGreedy, topic()};
  test::StrategyDriver driver_{strategy_};
};

TEST_F(LearnedStrategyTest, PutsSeedsFirstAndPrunesNothing) {
  EXPECT_GT(strategy_.rate(1, 0, true).priority, 1);
  EXPECT_FALSE(strategy_.rate(1, 50, false).pruned);
}

// Only the bias and the site's yield speak of a URL that nothing is known of: the yield is the
// crawl's mean, 1/2, whose log-odds are 0, as are those of the citing pages' yield; one link from a
// seed is 1 / (4 + 1).
TEST_F(LearnedStrategyTest, BeginsWithTheWeightsThatEveryCrawlHas) {
  const double z = -1.5 + -0.2 * (1.0 / 5.0);
  EXPECT_NEAR(priority(7), 1 / (1 + std::exp(-z)), 1e-6);
}

TEST_F(LearnedStrategyTest, PrefersTheTopicsOwnWords) {
  driver_.fetch(1, 0.5);
  driver_.link(1, 10, "our telescopes");
  driver_.link(1, 11, "our recipes");
  EXPECT_GT(priority(10), priority(11));
}

TEST_F(LearnedStrategyTest, PrefersWhatRelevantPagesCite) {
  driver_.fetch(1, 1);
  driver_.fetch(2, 0);
  driver_.link(1, 10, "there");
  driver_.link(2, 11, "there");
  EXPECT_GT(priority(10), priority(11));
}

TEST_F(LearnedStrategyTest, LearnsWhichWordsLeadToRelevantPages) {
  driver_.fetch(1, 0.5);
  for (UrlId id = 100; id < 140; ++id) {
    driver_.link(1, id, id % 2 == 0 ? "photometry" : "recipes");
    driver_.fetch(id, id % 2 == 0 ? 1 : 0);
  }
  driver_.put_on_site(10, 1);
  driver_.put_on_site(11, 1);
  driver_.link(1, 10, "photometry");
  driver_.link(1, 11, "recipes");
  EXPECT_GT(priority(10), priority(11) + 0.1);
  std::vector<Reason> reasons;
  strategy_.explain(10, reasons);
  std::vector<std::string> words;
  for (const Reason& reason : reasons) words.push_back(reason.what);
  EXPECT_THAT(words, Contains("in the text of links: photometry"));
}

TEST_F(LearnedStrategyTest, RaisesWhatWaitsOnASiteThatYields) {
  driver_.put_on_site(10, 3);
  driver_.put_on_site(11, 3);
  driver_.fetch(1, 0.1);
  driver_.link(1, 10, "one");
  driver_.link(1, 11, "two");
  raised();
  const double before = priority(11);
  driver_.fetch(10, 1);
  EXPECT_THAT(raised(), Contains(11));
  EXPECT_GT(priority(11), before);
}

TEST_F(LearnedStrategyTest, KnowsAHubByWhatItLedTo) {
  for (const UrlId hub : {1, 2}) driver_.fetch(hub, 0.2);
  for (UrlId id = 100; id < 110; ++id) {
    driver_.put_on_site(id, static_cast<SiteId>(id));
    driver_.link(id % 2 == 0 ? 1 : 2, id, "entry");
    driver_.fetch(id, id % 2 == 0 ? 1 : 0);
  }
  for (const UrlId id : {10, 11}) driver_.put_on_site(id, static_cast<SiteId>(id));
  driver_.link(1, 10, "entry");
  driver_.link(2, 11, "entry");
  EXPECT_GT(priority(10), priority(11));
}

TEST_F(LearnedStrategyTest, TriesNewSitesFirstAmongEquals) {
  LearnedStrategy curious({.exploration = 0.5}, topic());
  test::StrategyDriver driver(curious);
  driver.put_on_site(10, 1);
  driver.put_on_site(11, 2);
  driver.put_on_site(12, 2);
  driver.fetch(1, 0.3);
  driver.link(1, 12, "entry");
  driver.fetch(12, 0.3);
  driver.link(1, 10, "entry");
  driver.link(1, 11, "entry");
  EXPECT_GT(curious.rate(10, 1, false).priority, curious.rate(11, 1, false).priority);
}

TEST_F(LearnedStrategyTest, LetsTheTargetOfARedirectHaveWhatWasSaid) {
  driver_.fetch(1, 0.5);
  driver_.link(1, 10, "telescope");
  const double said = priority(10);
  raised();
  strategy_.merge(10, 20);
  EXPECT_NEAR(priority(20), said, 1e-9);
  EXPECT_THAT(raised(), Contains(20));
  EXPECT_LT(priority(10), said);
}

TEST_F(LearnedStrategyTest, GoesOnWithWhatAnEarlierRunLearned) {
  driver_.fetch(1, 0.5);
  for (UrlId id = 100; id < 120; ++id) {
    driver_.link(1, id, id % 2 == 0 ? "photometry" : "recipes");
    driver_.fetch(id, id % 2 == 0 ? 1 : 0);
  }
  const std::string state = strategy_.state();
  EXPECT_THAT(state, HasSubstr("aphotometry\n"));
  LearnedStrategy later(kGreedy, topic());
  later.restore_state(state);
  EXPECT_EQ(later.state().size(), state.size());
  std::string sorted_state = state, sorted_later = later.state();
  std::sort(sorted_state.begin(), sorted_state.end());
  std::sort(sorted_later.begin(), sorted_later.end());
  EXPECT_EQ(sorted_later, sorted_state);
}

TEST_F(LearnedStrategyTest, IgnoresAStateThatMakesNoSense) {
  const std::string before = strategy_.state();
  strategy_.restore_state("nonsense\n1 2\nnan 1 3\n1 -1 axyz\n1 1 \n0.5 1 9999\n");
  EXPECT_EQ(strategy_.state(), before);
}

}  // namespace
}  // namespace porthole::gatherer
