#include "gatherer/strategies/hits_strategies.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "gatherer/strategies/authority_scores.h"
#include "tests/support/strategy_driver.h"

namespace porthole::gatherer {
namespace {

// The graph of most tests: 1 -> 10, 1 -> 11, 2 -> 10. At the fixed point, with h = (h1, h2),
//   a10 = h1 + h2, a11 = h1, h1 = a10 + a11, h2 = a10,
// so h1 : h2 = a10 : a11 = phi : 1 with phi = (1 + sqrt 5) / 2, and scaled to the sum 1
constexpr double kLarge = 0.6180339887;  // phi / (phi + 1) = 1 / phi
constexpr double kSmall = 0.3819660113;
constexpr double kSingle = 2e-6;  // what float arithmetic and the tolerance of a run leave

class HitsTest : public ::testing::Test {
 protected:
  void read_two_pages() {
    driver_.fetch(1, 1);
    driver_.link(1, 10);
    driver_.link(1, 11);
    driver_.fetch(2, 1);
    driver_.link(2, 10);
  }
  std::vector<UrlId> raised() { return driver_.raised(); }
  double rate(UrlId target) const { return driver_.rate(target); }

  HitsStrategy strategy_{AuthorityScores::Options{.every = 2}};
  test::StrategyDriver driver_{strategy_};
};

// One page of two: no run yet, h = 1.
TEST_F(HitsTest, CountsCitingPagesBeforeTheFirstRun) {
  driver_.fetch(1, 1);
  for (const UrlId target : {10, 10, 11, 1}) driver_.link(1, target);
  EXPECT_EQ(raised(), (std::vector<UrlId>{10, 11}));
  EXPECT_EQ(rate(10), 1) << "a page cites a page once";
  EXPECT_EQ(rate(11), 1);
  EXPECT_EQ(rate(1), 0) << "nobody cites himself";
}

TEST_F(HitsTest, RatesUnfetchedPagesByTheirAuthority) {
  read_two_pages();
  raised();
  EXPECT_NEAR(rate(10), kLarge, kSingle);
  EXPECT_NEAR(rate(11), kSmall, kSingle);
  EXPECT_EQ(rate(12), 0);
  EXPECT_FALSE(strategy_.rate(12, 1, false).pruned);
}

// Scales of the run: s_h = 1 / (2 a10 + a11) = 1 / phi = s_a = 1 / (2 h1 + h2). Then page 3 cites
// 10 and 12:
//   h3 = a10 / phi = 1 / phi^2 = kSmall, a12 = h3 / phi = 1 / phi^3 = 0.2360680, a10 = kLarge + the
//   same.
TEST_F(HitsTest, GivesNewUrlsWhatOneMoreHalfStepWould) {
  read_two_pages();
  raised();
  driver_.fetch(3, 1);
  driver_.link(3, 10);
  driver_.link(3, 12);
  EXPECT_EQ(raised(), (std::vector<UrlId>{10, 12}));
  EXPECT_NEAR(rate(12), 0.2360679775, kSingle);
  EXPECT_NEAR(rate(10), kLarge + 0.2360679775, kSingle);
  EXPECT_NEAR(rate(11), kSmall, kSingle);
}

// Page 4 is the second after the run at 2: all links again. Links to 12 alone: 3 -> 12 and 4 -> 12
// make a part of its own with the eigenvalue 2, below phi + 1 of the other: its scores vanish.
TEST_F(HitsTest, RunsAgainAfterAsManyPages) {
  read_two_pages();
  raised();
  for (const UrlId page : {3, 4}) {
    driver_.fetch(page, 1);
    driver_.link(page, 12);
  }
  raised();
  EXPECT_NEAR(rate(10), kLarge, 1e-4);
  EXPECT_LT(rate(12), 1e-4);
}

// 1 -> 11 becomes 1 -> 10: with 2 -> 10 all authority is 10's.
TEST_F(HitsTest, CountsLinksToAnAliasForItsTarget) {
  read_two_pages();
  strategy_.merge(11, 10);
  const std::vector<UrlId> up = raised();
  EXPECT_TRUE(std::count(up.begin(), up.end(), 10));
  EXPECT_NEAR(rate(10), 1, kSingle);
  EXPECT_EQ(rate(11), 0);
}

TEST_F(HitsTest, CountsNeitherSitemapsNorImages) {
  driver_.link(0, 10);
  driver_.fetch(1, 1);
  Link image = test::StrategyDriver::saying("");
  image.element = Element::kImg;
  driver_.link(1, 11, image);
  raised();
  EXPECT_EQ(rate(10), 0);
  EXPECT_EQ(rate(11), 0);
}

TEST_F(HitsTest, HandsOutTheScoresOfEachRunOnce) {
  read_two_pages();
  EXPECT_FALSE(strategy_.take_scores());
  raised();
  const auto scores = strategy_.take_scores();
  ASSERT_TRUE(scores);
  ASSERT_EQ(scores->size(), 4u);
  EXPECT_EQ(scores->at(0).page, 1);
  EXPECT_NEAR(scores->at(0).hub, kLarge, kSingle);
  EXPECT_EQ(scores->at(2).page, 10);
  EXPECT_NEAR(scores->at(2).authority, kLarge, kSingle);
  EXPECT_FALSE(strategy_.take_scores());
}

TEST_F(HitsTest, SaysTheAuthority) {
  read_two_pages();
  raised();
  std::vector<Reason> reasons;
  strategy_.explain(10, reasons);
  ASSERT_EQ(reasons.size(), 1u);
  EXPECT_NEAR(reasons[0].weight, kLarge, kSingle);
}

/// The topic's own word is "astronomy" (Theta = 1).
class HitsRwTest : public ::testing::Test {
 protected:
  static collection::Topic topic() {
    collection::Topic topic;
    topic.title = "Astronomy";
    return topic;
  }
  static HitsRwStrategy strategy(double threshold, std::int64_t every,
                                 UnknownLinks unknown = UnknownLinks::kMean) {
    return {AuthorityScores::Options{.every = every},
            {.threshold = threshold, .smoothing = 4, .support = 3},
            topic(),
            unknown};
  }
  /// 1 -> 10 "astronomy"; 1 -> 11 and 2 -> 11 "soups". Neither page is relevant, so unknown words
  /// weigh (0 + 1) / (2 + 2) = 0.25.
  static std::vector<UrlId> read_two_pages(HitsRwStrategy& strategy) {
    test::StrategyDriver driver(strategy);
    driver.fetch(1, 0);
    driver.link(1, 10, "astronomy");
    driver.link(1, 11, "soups");
    driver.fetch(2, 0);
    driver.link(2, 11, "soups");
    std::vector<UrlId> raised;
    strategy.take_raised(raised);
    return raised;
  }
};

double rate(const Strategy& strategy, UrlId target) {
  return strategy.rate(target, 1, false).priority;
}

TEST_F(HitsRwTest, WeighsLinksByWhatTheySay) {
  HitsRwStrategy made = strategy(0.1, 100);
  read_two_pages(made);
  EXPECT_DOUBLE_EQ(rate(made, 10), 1);
  EXPECT_DOUBLE_EQ(rate(made, 11), 0.5) << "two links of 0.25";
}

// "soups" has no known relevance. In the graph of 1 -> 10 alone a10 = h1 = 1 after scaling.
TEST_F(HitsRwTest, WeighsLinksOfUnknownTermsNothingIfToldSo) {
  HitsRwStrategy before_a_run = strategy(0.1, 100, UnknownLinks::kZero);
  EXPECT_EQ(read_two_pages(before_a_run), std::vector<UrlId>{10});
  EXPECT_DOUBLE_EQ(rate(before_a_run, 10), 1);
  EXPECT_EQ(rate(before_a_run, 11), 0);
  HitsRwStrategy after_a_run = strategy(0.1, 2, UnknownLinks::kZero);
  read_two_pages(after_a_run);
  EXPECT_NEAR(rate(after_a_run, 10), 1, kSingle);
  EXPECT_EQ(rate(after_a_run, 11), 0);
}

// Theta("soup") = (3 + 4 * 3/4) / (3 + 4) = 6/7, as below: a term that is known counts.
TEST_F(HitsRwTest, WeighsLinksOfLearnedTermsWhenUnknownOnesCountNothing) {
  HitsRwStrategy made = strategy(0.01, 1000, UnknownLinks::kZero);
  made.restore({"soup", 3, 3});
  made.restore_totals(4, 3);
  test::StrategyDriver driver(made);
  driver.link(7, 20, "soups");
  driver.link(7, 21, "salads");
  std::vector<UrlId> raised;
  made.take_raised(raised);
  EXPECT_NEAR(rate(made, 20), 6.0 / 7.0, 1e-12);
  EXPECT_EQ(rate(made, 21), 0);
}

TEST_F(HitsRwTest, WeighsLinksBelowTheThresholdNothing) {
  HitsRwStrategy made = strategy(0.3, 100);
  EXPECT_EQ(read_two_pages(made), std::vector<UrlId>{10});
  EXPECT_DOUBLE_EQ(rate(made, 10), 1);
  EXPECT_EQ(rate(made, 11), 0);
  EXPECT_FALSE(made.rate(11, 1, false).pruned);
}

// With w = 1, 0.25, 0.25: h1 = a10 + a11 / 4, h2 = a11 / 4, a10 = h1, a11 = (h1 + h2) / 4, so
// h' = ((17/16, 1/16), (1/16, 1/16)) h; its eigenvalue (9/8 + sqrt(65/64)) / 2 = 1.0663911 gives
// h2 / h1 = (1.0663911 - 1.0625) * 16 = 0.0622577 and a11 / a10 = 1.0622577 / 4 = 0.2655644, scaled
// 0.7901613 and 0.2098387.
TEST_F(HitsRwTest, RunsTheRecursionOverWeighedLinks) {
  HitsRwStrategy made = strategy(0.1, 2);
  read_two_pages(made);
  EXPECT_NEAR(rate(made, 10), 0.7901613, 2e-6);
  EXPECT_NEAR(rate(made, 11), 0.2098387, 2e-6);
}

// "photometry" led to three relevant pages of three, with two more of none known: m = 3 / 4 after
// the hub's, which is not relevant; Theta = (3 + 4 * 3/4) / (3 + 4) = 6/7.
TEST_F(HitsRwTest, LearnsWhatTermsAreWorth) {
  HitsRwStrategy made = strategy(0.01, 1000);
  test::StrategyDriver driver(made);
  driver.fetch(1, 0);
  for (const UrlId page : {2, 3, 4}) {
    driver.link(1, page, "photometry");
    driver.fetch(page, 1);
  }
  driver.fetch(5, 1);
  std::vector<repository::TermRecord> terms;
  made.take_learned(terms);
  ASSERT_EQ(terms.size(), 1u);
  EXPECT_EQ(terms[0].term, "photometry");
  EXPECT_EQ(terms[0].fetched, 3);
  EXPECT_EQ(terms[0].relevant, 3);

  HitsRwStrategy again = strategy(0.01, 1000);
  again.restore(terms[0]);
  again.restore_totals(4, 3);
  test::StrategyDriver second(again);
  second.link(7, 20, "photometry");
  std::vector<UrlId> raised;
  again.take_raised(raised);
  EXPECT_NEAR(rate(again, 20), 6.0 / 7.0, 1e-12);
}

TEST_F(HitsRwTest, SaysTheAuthorityAndTheTerms) {
  HitsRwStrategy made = strategy(0.1, 100);
  read_two_pages(made);
  std::vector<Reason> reasons;
  made.explain(10, reasons);
  ASSERT_EQ(reasons.size(), 2u);
  EXPECT_EQ(reasons[1].what, "astronomy");
  EXPECT_EQ(reasons[1].weight, 1);
}

std::vector<UrlId> update(AuthorityScores& scores) {
  std::vector<UrlId> raised;
  scores.update(raised);
  return raised;
}

// A star: page 1 cites 10 and 11. One part of rank one: a = (1/2, 1/2), h(1) = 1.
TEST(AuthorityScoresTest, AreScaledToSumToOne) {
  AuthorityScores scores({.every = 1});
  scores.add_page();
  scores.add_link(1, 10);
  scores.add_link(1, 11);
  update(scores);
  EXPECT_NEAR(scores.authority(10), 0.5, 1e-6);
  EXPECT_NEAR(scores.authority(11), 0.5, 1e-6);
  EXPECT_NEAR(scores.hub(1), 1, 1e-6);
  EXPECT_EQ(scores.authority(99), 0);
}

// Every 10 pages up to 200; then each time that the crawl has grown by a twentieth: 11 pages after
// 220.
TEST(AuthorityScoresTest, RunLessOftenInALargeCrawl) {
  AuthorityScores scores({.every = 10});
  for (UrlId page = 1; page <= 220; ++page) scores.add_page();
  scores.add_link(1, 500);
  update(scores);
  ASSERT_NEAR(scores.authority(500), 1, 1e-6);
  scores.add_link(2, 500);
  scores.add_link(2, 501);
  for (int page = 0; page < 10; ++page) scores.add_page();
  update(scores);
  EXPECT_NEAR(scores.authority(500), 2, 1e-6)
      << "a half-step: h(2) = a(500), added with a scale of 1";
  scores.add_page();
  update(scores);
  EXPECT_LT(scores.authority(500), 1) << "the sum of all is 1 again";
}

TEST(AuthorityScoresTest, TellEachRise) {
  AuthorityScores scores({.every = 100});
  scores.add_page();
  scores.add_link(1, 10);
  EXPECT_EQ(update(scores), std::vector<UrlId>{10});
  EXPECT_TRUE(update(scores).empty());
}

TEST(AuthorityScoresTest, FollowAliasesThatLeadInACircleToAnEnd) {
  AuthorityScores scores({.every = 1});
  scores.merge(10, 11);
  scores.merge(11, 10);
  scores.add_page();
  scores.add_link(1, 10);
  update(scores);
  EXPECT_NEAR(scores.authority(10) + scores.authority(11), 1, 1e-6);
}

// The heavier of two links to one page counts, in half-steps and in runs.
TEST(AuthorityScoresTest, CountRepeatedLinksOnceAtTheirLargestWeight) {
  const double weights[] = {0.2, 0.6};
  AuthorityScores scores({.every = 100},
                         [&](AuthorityScores::Label label) { return weights[label]; });
  scores.add_page();
  scores.add_link(1, 10, 0);
  scores.add_link(1, 10, 1);
  update(scores);
  EXPECT_DOUBLE_EQ(scores.authority(10), 0.6);
}

}  // namespace
}  // namespace porthole::gatherer
