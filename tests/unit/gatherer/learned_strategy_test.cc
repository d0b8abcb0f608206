#include "gatherer/strategies/learned_strategy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <sstream>
#include <string>

#include "tests/support/saved_state.h"
#include "tests/support/strategy_driver.h"

namespace porthole::gatherer {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

collection::Topic topic() {
  collection::Topic topic;
  topic.title = "Astronomy";
  topic.terms = {"telescope"};
  return topic;
}

constexpr LearnedStrategy::Options kGreedy{.exploration = 0};

Link at(const std::string& url, const std::string& anchor) {
  Link link;
  link.url = url;
  link.anchor = anchor;
  return link;
}

class LearnedStrategyTest : public ::testing::Test {
 protected:
  double priority(UrlId id) const { return strategy_.rate(id, 1, false).priority; }
  std::vector<UrlId> raised() {
    std::vector<UrlId> raised;
    strategy_.take_raised(raised);
    return raised;
  }

  /// The weight of a feature, by its name in the state.
  double weight(const std::string& name) const {
    std::istringstream lines(strategy_.state());
    std::string found;
    for (double w = 0, g = 0; lines >> w >> g >> std::ws && std::getline(lines, found);) {
      if (found == name) return w;
    }
    return 0;
  }

  LearnedStrategy strategy_{kGreedy, topic()};
  test::StrategyDriver driver_{strategy_};
};

TEST_F(LearnedStrategyTest, PrunesNothing) { EXPECT_FALSE(strategy_.rate(1, 50, false).pruned); }

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

TEST_F(LearnedStrategyTest, BeginsWithTheWeightsOfAnotherCrawlAndWithItsWordsIfTheTopicIsTheSame) {
  driver_.fetch(1, 0.5);
  for (UrlId id = 100; id < 120; ++id) {
    driver_.link(1, id, id % 2 == 0 ? "photometry" : "recipes");
    driver_.fetch(id, id % 2 == 0 ? 1 : 0);
  }
  const std::string state = strategy_.state();
  const std::string bias = state.substr(0, state.find('\n') + 1);
  ASSERT_THAT(bias, HasSubstr(" =bias"));
  ASSERT_NE(weight("=bias"), -1.5) << "the crawl learned another";
  LearnedStrategy same(kGreedy, topic()), other(kGreedy, topic());
  EXPECT_TRUE(same.warm_start(state, true));
  EXPECT_EQ(same.state().size(), state.size());
  EXPECT_TRUE(other.warm_start(state, false));
  EXPECT_THAT(other.state(), StartsWith(bias));
  EXPECT_THAT(other.state(), Not(HasSubstr("photometry")));
}

// Weights: the mean over all, 0 where one lacks it; squared gradients: over those that have it.
// Counts of a word: the mean over all.
TEST_F(LearnedStrategyTest, AveragesWhatSeveralGatherersLearned) {
  strategy_.restore_state(strategy_.average({"2 30 =bias\n4 40 aorbit\n6 2 wcomet\n6 2 W\n",
                                             "-1 50 =bias\n2 4 wcomet\n2 4 W\nnonsense\n"}));
  EXPECT_EQ(weight("=bias"), 0.5);
  const std::string state = strategy_.state();
  EXPECT_THAT(state, HasSubstr("0.5 40 =bias\n"));
  EXPECT_THAT(state, HasSubstr("2 40 aorbit\n"));
  EXPECT_THAT(state, HasSubstr("4 3 wcomet\n"));
}

// The learning of others is of use to the URLs that wait.
TEST_F(LearnedStrategyTest, RatesTheUrlsThatWaitAnewWhenItGoesOnFromAnotherState) {
  driver_.fetch(1, 1);
  driver_.link(1, 10, "photometry");
  raised();
  const double before = priority(10);
  strategy_.restore_state("1 1 =bias\n");
  EXPECT_THAT(raised(), ElementsAre(10));
  EXPECT_GT(priority(10), before);
}

TEST_F(LearnedStrategyTest, IgnoresAStateThatMakesNoSense) {
  const std::string before = strategy_.state();
  strategy_.restore_state(
      "nonsense\n1 2\nnan 1 3\n1 -1 axyz\n1 1 \n0.5 1 9999\n1 1 =nothing\n-1 2 wword\n-1 2 W\n1 2 "
      "w\n");
  EXPECT_EQ(strategy_.state(), before);
}

// Page 2, of relevance 0, is found by a link "sections" of page 1, of relevance 0. Its features:
// the bias -1.5; one link since page 1, which is one link from anything relevant: -0.3 * 1/2; its
// folder's yield, that of its site: theta(crawl) = 1/3, theta(site) = (0 + 2/3) / 3 = 2/9, so 1.2
// (ln 2/7 - ln 1/2) = -0.67154; the depth 1 of its path: -0.2 / 5; its site's share of the crawl:
// -4 * 1 / (100 + 1). p = sigma(-2.40114) = 0.08309, and the weight of "section" is
// -0.5 * 0.08309 / (0.08309 + 1) = -0.03836. Then page 2 leads to page 3, which is relevant: its
// value is 0.7, G = 0.08309^2 + 0.7^2 = 0.49690, and the weight rises by 0.5 * 0.7 / (0.70491 + 1).
TEST_F(LearnedStrategyTest, LearnsThatAListLeadsToRelevantPages) {
  driver_.fetch(1, 0);
  driver_.link(1, 2, "sections");
  driver_.fetch(2, 0);
  EXPECT_NEAR(weight("asection"), -0.03836, 1e-4);
  driver_.link(2, 3, "entry");
  driver_.fetch(3, 1);
  EXPECT_NEAR(weight("asection"), -0.03836 + 0.20529, 1e-4);
}

// The first fetch of either leads to a page of relevance 1; the one of 100 bytes is worth a tenth.
TEST_F(LearnedStrategyTest, AThinPageIsWorthItsRelevanceInProportion) {
  const auto learned_from = [](const LearnedStrategy::Options& options, double relevance,
                               std::optional<std::int64_t> length) {
    LearnedStrategy strategy(options, topic());
    test::StrategyDriver driver(strategy);
    driver.fetch(1, 0);
    driver.link(1, 2, "entry");
    driver.fetch(2, relevance, "", std::nullopt, length);
    driver.link(1, 3, "entry");
    return driver.rate(3);
  };
  EXPECT_EQ(learned_from(kGreedy, 1, 100), learned_from(kGreedy, 0.1, 1000));
  EXPECT_LT(learned_from(kGreedy, 1, 100), learned_from(kGreedy, 1, 999));
  EXPECT_EQ(learned_from(kGreedy, 1, 5000), learned_from(kGreedy, 1, 1000));
  EXPECT_EQ(learned_from(kGreedy, 1, std::nullopt), learned_from(kGreedy, 1, 1000));
  EXPECT_EQ(learned_from({.exploration = 0, .thin = 0}, 1, 100), learned_from(kGreedy, 1, 1000));
}

// Page 5 is on a site of two relevant pages or on one of two others. With page 5 irrelevant and on
// the first, theta(crawl) = (2 + 1) / (5 + 2), theta(site) = (2 + 4 * 3/7) / (3 + 4) = 26/49, and
// S = sqrt((26/49 - 21/49) / (4/7)) = sqrt(5/28), of which it is worth half.
TEST_F(LearnedStrategyTest, APageOnASiteOfRelevantPagesIsWorthMoreThanItsWords) {
  constexpr LearnedStrategy::Options kByItself{.exploration = 0, .site = 0};
  const auto learned_from = [](const LearnedStrategy::Options& options, SiteId site,
                               double relevance) {
    LearnedStrategy strategy(options, topic());
    test::StrategyDriver driver(strategy);
    for (UrlId id = 1; id <= 4; ++id) {
      driver.put_on_site(id, id <= 2 ? 1 : 2);
      driver.fetch(id, id <= 2 ? 1 : 0);
    }
    driver.put_on_site(5, site);
    driver.link(3, 5, "entry");
    driver.fetch(5, relevance);
    driver.put_on_site(6, 3);
    driver.link(3, 6, "entry");
    return driver.rate(6);
  };
  EXPECT_GT(learned_from(kGreedy, 1, 0), learned_from(kByItself, 1, 0));
  EXPECT_NEAR(learned_from(kGreedy, 1, 0), learned_from(kByItself, 1, std::sqrt(5.0 / 28) / 2),
              1e-6);
  EXPECT_EQ(learned_from(kGreedy, 1, 1), learned_from(kByItself, 1, 1));
  EXPECT_EQ(learned_from(kGreedy, 2, 0), learned_from(kByItself, 2, 0));
}

// Page 6 is relevant, and 5, 4, 3 are on the way to it; 2 is four links before it.
TEST_F(LearnedStrategyTest, CreditsThreeLinksOfTheWayToARelevantPage) {
  const char* const words[] = {"first", "second", "third", "fourth", "fifth"};
  driver_.fetch(1, 0);
  for (UrlId id = 2; id <= 6; ++id) {
    driver_.link(id - 1, id, words[id - 2]);
    driver_.fetch(id, id == 6 ? 1 : 0);
  }
  EXPECT_LT(weight("afirst"), 0);
  EXPECT_GT(weight("asecond"), 0);
  EXPECT_GT(weight("athird"), weight("asecond"));
  EXPECT_GT(weight("afourth"), weight("athird"));
}

TEST_F(LearnedStrategyTest, CreditsThePageThatNamedAUrlFirst) {
  driver_.fetch(1, 0);
  driver_.link(1, 2, "sections");
  driver_.link(1, 3, "imprint");
  driver_.fetch(2, 0);
  driver_.fetch(3, 0);
  driver_.link(2, 4, "entry");
  driver_.link(3, 4, "entry");
  driver_.fetch(4, 1);
  EXPECT_GT(weight("asection"), 0);
  EXPECT_LT(weight("aimprint"), 0);
}

// A seed without relevance counts as relevant, (3 + 0) / (3 + 0) = 1, until what it links to is
// judged: after three pages of value 0 it counts 3/6.
TEST_F(LearnedStrategyTest, TakesSeedsAsRelevantUntilTheirLinksSayOtherwise) {
  const auto best_citing = [&](UrlId target) {
    std::vector<Reason> reasons;
    strategy_.explain(target, reasons);
    for (const Reason& reason : reasons) {
      if (reason.what == "the most relevant page that cites it")
        return reason.weight / weight("=best-citing");
    }
    return 0.0;
  };
  driver_.make_seed(1);
  driver_.fetch(1, 0);
  driver_.fetch(2, 0);
  driver_.link(1, 10, "entry");
  driver_.link(2, 11, "entry");
  EXPECT_NEAR(best_citing(10), 1, 1e-4);
  EXPECT_EQ(best_citing(11), 0);
  for (UrlId id = 20; id < 23; ++id) {
    driver_.link(1, id, "other");
    driver_.fetch(id, 0);
  }
  EXPECT_NEAR(best_citing(10), 0.5, 1e-4);
}

// Page 1 and the failure of 10 are on one site, 10 and 11 in one folder: phi(site) = 1 / (2 + 2),
// phi(folder) = (1 + 2/4) / (1 + 2) = 1/2.
TEST_F(LearnedStrategyTest, CountsFailuresAgainstTheFolder) {
  driver_.fetch(1, 0.5);
  driver_.link(1, 10, "entry");
  driver_.link(1, 11, "entry");
  const double before = priority(11);
  strategy_.failed(10);
  strategy_.forget(10);
  EXPECT_NEAR(priority(11), before / 2, 1e-6);
  std::vector<Reason> reasons;
  strategy_.explain(11, reasons);
  std::vector<std::string> words;
  for (const Reason& reason : reasons) words.push_back(reason.what);
  EXPECT_THAT(words, Contains("requests to its folder and site that failed"));
}

TEST_F(LearnedStrategyTest, TakesASmallSiteBeforeOneThatTookMostOfTheCrawl) {
  driver_.fetch(1, 0.5);
  for (UrlId id = 100; id < 150; ++id) {
    driver_.put_on_site(id, 5);
    driver_.link(1, id, "entry");
    driver_.fetch(id, 0.5);
  }
  driver_.put_on_site(10, 5);
  driver_.put_on_site(11, 6);
  driver_.link(1, 10, "entry");
  driver_.link(1, 11, "entry");
  EXPECT_GT(priority(11), priority(10));
}

TEST_F(LearnedStrategyTest, KnowsTheTopicsWordsByTheirStem) {
  driver_.fetch(1, 0.5);
  driver_.link(1, 10, "astronomical tables");
  driver_.link(1, 11, "statistical tables");
  EXPECT_GT(priority(10), priority(11));
}

TEST_F(LearnedStrategyTest, ReadsLinksByTheWordsOfItsSeeds) {
  driver_.make_seed(1);
  driver_.fetch(1, 0, "galaxies and nebulae");
  driver_.fetch(2, 0, "recipes for soup");
  driver_.link(2, 10, "galaxies");
  driver_.link(2, 11, "soup");
  EXPECT_GT(priority(10), priority(11));
}

/// Says 0.9 of a text with "nebula", else 0.1.
class Classifier : public PageJudge {
 public:
  std::string_view name() const override { return "classifier"; }
  Judgement judge(const Document& document) const override {
    const bool found = (document.title + document.text).find("nebula") != std::string::npos;
    Judgement judgement;
    judgement.relevance = Relevance(found ? 0.9 : 0.1);
    return judgement;
  }
  Evidence evidence(const Document&) const override { return {}; }
  const topics::Taxonomy* taxonomy() const override { return &taxonomy_; }

 private:
  topics::Taxonomy taxonomy_;
};

// ln(0.9 / 0.1) - ln(0.1 / 0.9) = 4.394, half of it, at most 2, times the first weight 0.5.
TEST_F(LearnedStrategyTest, ReadsLinksByTheTrainedClassifier) {
  const Classifier classifier;
  LearnedStrategy strategy(kGreedy, topic(), &classifier);
  test::StrategyDriver driver(strategy);
  driver.fetch(1, 0.5);
  driver.link(1, 10, "nebula");
  driver.link(1, 11, "recipes");
  const auto log_odds = [&](UrlId id) {
    const double p = driver.rate(id);
    return std::log(p / (1 - p));
  };
  EXPECT_NEAR(log_odds(10) - log_odds(11), 1, 1e-6);
}

/// A crawl of pages 1 to `last`, in which each third page is on the topic; each page links to three
/// others, and each tenth request fails.
void crawl_on(LearnedStrategy& strategy, test::StrategyDriver& driver, UrlId first, UrlId last) {
  for (UrlId page = first; page <= last; ++page) {
    driver.put_on_site(page, static_cast<SiteId>(page % 5));
    if (page % 10 == 0) {
      strategy.failed(page);
      strategy.forget(page);
      continue;
    }
    driver.fetch(page, page % 3 == 0 ? 0.9 : 0.1, "a telescope of number " + std::to_string(page),
                 std::nullopt, 100 * page);
    for (UrlId target = 3 * page - 1; target <= 3 * page + 1; ++target) {
      driver.put_on_site(target, static_cast<SiteId>(target % 5));
      const std::string name = std::to_string(target);
      driver.link(page, target,
                  at("http://a.test/" + std::to_string(target % 7) + "/" + name,
                     target % 4 == 0 ? "a telescope" : "number " + name));
    }
  }
}

/// In no order.
std::multiset<std::string> lines_of(const std::string& state) {
  std::istringstream text(state);
  std::multiset<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.insert(line);
  return lines;
}

TEST(LearnedCheckpointTest, GoesOnFromItsSavedStateAsIfItHadNotBeenInterrupted) {
  const LearnedStrategy::Options options;
  LearnedStrategy through(options, topic()), interrupted(options, topic()),
      resumed(options, topic());
  test::StrategyDriver driver(through), before(interrupted), after(resumed);
  crawl_on(through, driver, 1, 60);
  crawl_on(interrupted, before, 1, 60);
  crawl_on(resumed, after, 1, 7);
  ASSERT_TRUE(testing::load(resumed, testing::saved(interrupted)));
  const auto expect_equal = [&] {
    EXPECT_EQ(driver.raised(), after.raised());
    EXPECT_EQ(lines_of(through.state()), lines_of(resumed.state()));
    for (UrlId id = 1; id <= 400; ++id) {
      ASSERT_EQ(through.rate(id, 3, false).priority, resumed.rate(id, 3, false).priority) << id;
      std::vector<Reason> expected, found;
      through.explain(id, expected);
      resumed.explain(id, found);
      ASSERT_EQ(found.size(), expected.size()) << id;
    }
  };
  expect_equal();
  test::StrategyDriver resumed_driver(resumed);
  crawl_on(through, driver, 61, 130);
  crawl_on(resumed, resumed_driver, 61, 130);
  expect_equal();
}

}  // namespace
}  // namespace porthole::gatherer
