#include "gatherer/strategies/learned_extras.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "gatherer/strategies/learned_strategy.h"
#include "tests/support/strategy_driver.h"

namespace porthole::gatherer {
namespace {

using Importance = LearnedStrategy::Importance;
using ::testing::Contains;
using ::testing::IsEmpty;

collection::Topic topic() {
  collection::Topic topic;
  topic.title = "Astronomy";
  return topic;
}

/// The strategy with weights that do not move: 0.5 for each of the features in question.
class Crawl {
 public:
  explicit Crawl(const LearnedExtras::Options& extras, Importance importance = Importance::kOff)
      : strategy_({.importance = importance,
                   .extras = extras,
                   .regression = {.rate = 0, .initial_accumulator = 20, .smoothing = 1}},
                  topic()) {}

  /// The value of a feature of the open URL `target`; 0 if it has none.
  double feature(LearnedFixed id, UrlId target) const {
    std::vector<Reason> reasons;
    strategy_.explain(target, reasons);
    for (const Reason& reason : reasons) {
      if (reason.what == kLearnedFeatures[id].name)
        return reason.weight / kLearnedFeatures[id].weight;
    }
    return 0;
  }
  LearnedStrategy& strategy() { return strategy_; }
  test::StrategyDriver& driver() { return driver_; }

 private:
  LearnedStrategy strategy_;
  test::StrategyDriver driver_{strategy_};
};

/// Nine pages, five of them relevant: the first, and four to which links say "photometry"; to the
/// other four they say "recipes".
void read_nine_pages(test::StrategyDriver& driver) {
  driver.fetch(1, 1);
  for (UrlId id = 100; id < 108; ++id) {
    driver.link(1, id, id % 2 == 0 ? "photometry" : "recipes");
    driver.fetch(id, id % 2 == 0 ? 1 : 0);
  }
}

TEST(LearnedExtrasTest, AreOffByDefault) {
  Crawl crawl({});
  read_nine_pages(crawl.driver());
  crawl.driver().link(1, 10, "photometry");
  for (const LearnedFixed id : {kTheta, kAuthority})
    EXPECT_EQ(crawl.feature(id, 10), 0) << kLearnedFeatures[id].name;
  EXPECT_NE(crawl.strategy().checkpoint_layout(), "");
  std::vector<repository::TermRecord> terms;
  crawl.strategy().take_learned(terms);
  EXPECT_THAT(terms, IsEmpty());
}

// m = 5/9, s = 4; "photometry" has n_t = r_t = 4: Theta = (4 + 20/9) / 8 = 7/9, odds 7/2;
// "recipes" (20/9) / 8 = 5/18, odds 5/13; a URL of unknown words (5 + 1) / (9 + 2), odds 6/5.
TEST(LearnedExtrasTest, ThetaIsTheRelevanceOfAnchorsBesideThatOfUnknownWords) {
  Crawl crawl({.theta = true});
  read_nine_pages(crawl.driver());
  crawl.driver().link(1, 10, "photometry");
  crawl.driver().link(1, 11, "recipes");
  crawl.driver().link(1, 12, "unheard");
  EXPECT_NEAR(crawl.feature(kTheta, 10), std::log(3.5 / 1.2), 1e-6);
  EXPECT_NEAR(crawl.feature(kTheta, 11), std::log(5.0 / 13 / 1.2), 1e-6);
  EXPECT_EQ(crawl.feature(kTheta, 12), 0);
}

TEST(LearnedExtrasTest, ThetaHasABoundForTheTopicsOwnWords) {
  Crawl crawl({.theta = true});
  read_nine_pages(crawl.driver());
  crawl.driver().link(1, 10, "astronomy");
  EXPECT_NEAR(crawl.feature(kTheta, 10), 2, 1e-6);
}

TEST(LearnedExtrasTest, ThetaReadsNothingBesideTheAnchor) {
  Crawl crawl({.theta = true});
  read_nine_pages(crawl.driver());
  Link link = test::StrategyDriver::saying("there");
  link.heading = "photometry";
  crawl.driver().link(1, 10, link);
  EXPECT_EQ(crawl.feature(kTheta, 10), 0);
}

TEST(LearnedExtrasTest, TheTargetOfARedirectHasTheThetaOfWhatWasSaid) {
  Crawl crawl({.theta = true});
  read_nine_pages(crawl.driver());
  crawl.driver().link(1, 10, "photometry");
  crawl.strategy().merge(10, 11);
  EXPECT_NEAR(crawl.feature(kTheta, 11), std::log(3.5 / 1.2), 1e-6);
}

TEST(LearnedExtrasTest, TermsOfThetaAreStoredAndComeBack) {
  Crawl crawl({.theta = true});
  read_nine_pages(crawl.driver());
  std::vector<repository::TermRecord> terms;
  crawl.strategy().take_learned(terms);
  std::set<std::string> names;
  Crawl later({.theta = true});
  for (const repository::TermRecord& term : terms) {
    names.insert(term.term);
    later.strategy().restore(term);
  }
  EXPECT_THAT(names, Contains("photometry"));
  later.strategy().restore_totals(9, 5);
  later.driver().link(1, 10, "photometry");
  EXPECT_NEAR(later.feature(kTheta, 10), std::log(3.5 / 1.2), 1e-6);
  EXPECT_EQ(later.strategy().checkpoint_layout(), "") << "the rest is replayed";
}

// Hubs 1 and 2 cite page 1000, hub 2 page 1001, too; all of relevance 1. With a = (x, y) a round
// makes (2x + y, x + y): x / y is the golden ratio, 1.618. Over their mean these are 1.236, 0.764.
TEST(LearnedExtrasTest, AuthorityIsThatOfTheLastDistillation) {
  Crawl crawl({.authority = true});
  test::StrategyDriver& driver = crawl.driver();
  for (const UrlId id : {1000, 1001, 1002}) driver.put_on_site(id, static_cast<SiteId>(id));
  // Every seventh page is relevant: the distiller looks for authorities among a fifth at most.
  for (UrlId id = 1; id <= 100; ++id) {
    driver.put_on_site(id, static_cast<SiteId>(id));
    driver.fetch(id, id == 2 || id % 7 == 1 ? 1 : 0.1);
  }
  driver.link(1, 1000);
  driver.link(2, 1000);
  driver.link(2, 1001);
  driver.link(3, 1002);
  driver.raised();
  EXPECT_EQ(crawl.feature(kAuthority, 1000), 0) << "nothing was distilled yet";
  for (UrlId id = 101; id <= 110; ++id) {
    driver.put_on_site(id, static_cast<SiteId>(id));
    driver.fetch(id, 0.1);
  }
  EXPECT_THAT(driver.raised(), Contains(1000));
  EXPECT_NEAR(crawl.feature(kAuthority, 1000), std::log(2.236), 1e-3);
  EXPECT_NEAR(crawl.feature(kAuthority, 1001), std::log(1.764), 1e-3);
  EXPECT_EQ(crawl.feature(kAuthority, 1002), 0) << "hardly on the topic";
}

TEST(LearnedImportanceTest, IsThatOfTheMostImportantPageThatCitesTheUrl) {
  Crawl crawl({}, Importance::kModel);
  crawl.driver().fetch(1, 0.5, "", 0.9);
  crawl.driver().fetch(2, 1, "", 0.2);
  crawl.driver().link(1, 10, "one");
  crawl.driver().link(2, 10, "two");
  crawl.driver().link(2, 11, "three");
  EXPECT_NEAR(crawl.feature(kImportance, 10), 0.4, 1e-6);
  EXPECT_NEAR(crawl.feature(kImportance, 11), -0.3, 1e-6);
  EXPECT_EQ(crawl.feature(kImportance, 12), 0) << "nobody cites it";
  EXPECT_TRUE(crawl.strategy().needs_importance());
}

// Five pages with 0, 0, 0, 3 and 1 in-links: the median is 0, so that sigma is 1 / (1 + 1/4) and
// 1 / (1 + 1/2).
TEST(LearnedImportanceTest, ByInLinksNeedsNoModel) {
  Crawl crawl({}, Importance::kInLinks);
  for (const UrlId id : {1, 2, 3}) crawl.driver().fetch(id, 1);
  for (const UrlId id : {1, 2, 3}) crawl.driver().link(id, 20, "popular");
  crawl.driver().link(1, 21, "known");
  crawl.driver().fetch(20, 1);
  crawl.driver().fetch(21, 1);
  crawl.driver().link(20, 30, "next");
  crawl.driver().link(21, 31, "other");
  EXPECT_NEAR(crawl.feature(kImportance, 30), 0.3, 1e-6);
  EXPECT_NEAR(crawl.feature(kImportance, 31), 1 / 1.5 - 0.5, 1e-6);
  EXPECT_FALSE(crawl.strategy().needs_importance());
}

// In a crawl that goes on without a checkpoint all pages are told before all links.
TEST(LearnedImportanceTest, ByInLinksIsTheSameAfterAReplay) {
  Crawl crawl({}, Importance::kInLinks), later({}, Importance::kInLinks);
  for (const UrlId id : {1, 2, 3, 4}) {
    crawl.driver().fetch(id, 1);
    for (UrlId target = id + 1; target < 5; ++target) crawl.driver().link(id, target);
    crawl.driver().link(id, 100 + id);
  }
  for (const UrlId id : {1, 2, 3, 4}) later.driver().fetch(id, 1);
  for (const UrlId id : {1, 2, 3, 4}) {
    for (UrlId target = id + 1; target < 5; ++target) later.driver().link(id, target);
    later.driver().link(id, 100 + id);
  }
  EXPECT_NEAR(crawl.feature(kImportance, 104), 4.0 / 6 - 0.5, 1e-6) << "3 links, the median is 1";
  for (const UrlId open : {101, 102, 103, 104})
    EXPECT_EQ(crawl.feature(kImportance, open), later.feature(kImportance, open)) << open;
}

TEST(LearnedImportanceTest, ByInLinksIsOffByDefaultAndHasACheckpoint) {
  EXPECT_EQ(LearnedStrategy::Options().importance, Importance::kOff);
  Crawl crawl({}, Importance::kInLinks);
  EXPECT_NE(crawl.strategy().checkpoint_layout(), "");
  EXPECT_FALSE(crawl.strategy().needs_importance());
}

}  // namespace
}  // namespace porthole::gatherer
