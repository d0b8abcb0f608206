#include "gatherer/strategies/distilled_focus.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/strategy_driver.h"

namespace porthole::gatherer {
namespace {

/// Ten pages, each on a site of its own. Only page 3 (R = 1) is relevant enough to be an authority:
/// one
/// page of ten is in the range of 10 to 20 per cent. Pages 1, 2 and 5 cite it, so a(3) = 1 and h(u)
/// = R(u) a(3), scaled: 0.9, 0.6 and 0.1 of 1.6, that is 0.5625, 0.375 and 0.0625.
class DistilledFocusTest : public ::testing::Test {
 protected:
  explicit DistilledFocusTest(double percentile = 0.9, HubRaise raise = HubRaise::kLift)
      : strategy_({.every = 10, .percentile = percentile, .lift = 0.5, .raise = raise}) {
    for (UrlId url = 1; url < 100; ++url) driver_.put_on_site(url, static_cast<SiteId>(url));
  }
  void read_ten_pages() {
    const double relevance[] = {0.9, 0.6, 1.0, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1};
    for (UrlId page = 1; page <= 10; ++page) driver_.fetch(page, relevance[page - 1]);
    for (const UrlId hub : {1, 2, 5}) driver_.link(hub, 3);
    driver_.put_on_site(60, 1);
    driver_.link(1, 50);
    driver_.link(2, 51);
    driver_.link(1, 52);
    driver_.link(2, 52);
    driver_.link(4, 53);
    driver_.link(1, 60);
  }
  std::vector<UrlId> raised() { return driver_.raised(); }
  /// The scores of what was started at ten pages are taken up at eleven.
  std::vector<UrlId> distil() {
    raised();
    driver_.fetch(11, 0.1);
    return raised();
  }
  double rate(UrlId target) const { return driver_.rate(target); }

  DistilledFocus strategy_;
  test::StrategyDriver driver_{strategy_};
};

/// psi is the least of the three scores: 1 and 2 are great hubs.
class ManyHubsTest : public DistilledFocusTest {
 protected:
  ManyHubsTest() : DistilledFocusTest(0.4) {}
};

TEST_F(DistilledFocusTest, IsSoftFocusUntilThereAreScores) {
  read_ten_pages();
  EXPECT_DOUBLE_EQ(rate(50), 0.9);
  EXPECT_DOUBLE_EQ(rate(51), 0.6);
  EXPECT_DOUBLE_EQ(rate(53), 0.1);
}

// psi = 0.375, the second of three: page 1 alone is above. 1 - (1 - 0.9) * 0.5 = 0.95.
TEST_F(DistilledFocusTest, RaisesWhatATopHubCites) {
  read_ten_pages();
  EXPECT_EQ(distil(), (std::vector<UrlId>{3, 50, 52}));
  EXPECT_NEAR(rate(50), 0.95, 1e-12);
  EXPECT_NEAR(rate(52), 0.95, 1e-12);
  EXPECT_DOUBLE_EQ(rate(51), 0.6);
  EXPECT_DOUBLE_EQ(rate(53), 0.1);
}

// 52 is cited by two sites: 1 - 0.1 * 0.25 = 0.975; 51 by one: 1 - 0.4 * 0.5 = 0.8.
TEST_F(ManyHubsTest, RaisesMoreWhatMoreSitesOfHubsCite) {
  read_ten_pages();
  distil();
  EXPECT_NEAR(rate(52), 0.975, 1e-12);
  EXPECT_NEAR(rate(51), 0.8, 1e-12);
}

/// The same, and hubs decide between equal URLs, or before all else.
class TiesTest : public DistilledFocusTest {
 protected:
  TiesTest() : DistilledFocusTest(0.4, HubRaise::kTies) {}
};
class FirstTest : public DistilledFocusTest {
 protected:
  FirstTest() : DistilledFocusTest(0.4, HubRaise::kFirst) {}
};

// 50 and 52 have R = 0.9 of page 1, 60 as well and no hub: 0.9 + 10^-6 (1/2, 2/3, 0). 51 has 0.6.
TEST_F(TiesTest, HubsDecideBetweenEqualUrlsAlone) {
  read_ten_pages();
  distil();
  EXPECT_NEAR(rate(50) - 0.9, 0.5e-6, 1e-12);
  EXPECT_NEAR(rate(52) - 0.9, 1e-6 * 2 / 3, 1e-12);
  EXPECT_DOUBLE_EQ(rate(60), 0.9);
  EXPECT_NEAR(rate(51) - 0.6, 0.5e-6, 1e-12);
}

TEST_F(FirstTest, WhatGoodHubsCiteComesBeforeAllElse) {
  read_ten_pages();
  distil();
  EXPECT_NEAR(rate(52), 4.9, 1e-12) << "two sites of hubs, R = 0.9";
  EXPECT_NEAR(rate(50), 2.9, 1e-12);
  EXPECT_NEAR(rate(51), 2.6, 1e-12);
  EXPECT_DOUBLE_EQ(rate(60), 0.9);
  EXPECT_GT(strategy_.rate(80, 0, true).priority, rate(52)) << "a seed";
}

TEST_F(DistilledFocusTest, RaisesNothingOfTheHubsOwnSite) {
  read_ten_pages();
  distil();
  EXPECT_DOUBLE_EQ(rate(60), 0.9);
}

// The only hub is no better than the quantile of hub scores, which is its own.
TEST_F(DistilledFocusTest, RaisesWhatTheOnlyHubCites) {
  for (UrlId page = 1; page <= 10; ++page) driver_.fetch(page, page == 3 ? 1 : 0.2);
  driver_.link(1, 3);
  driver_.link(1, 50);
  distil();
  EXPECT_NEAR(rate(50), 0.6, 1e-12) << "1 - 0.8 * 0.5";
}

// Pages with a score: hubs 1, 2 and 5, the authority 3.
TEST_F(DistilledFocusTest, HandsOutTheScoresOfEachSnapshotOnce) {
  read_ten_pages();
  EXPECT_FALSE(strategy_.take_scores());
  distil();
  const auto scores = strategy_.take_scores();
  ASSERT_TRUE(scores);
  ASSERT_EQ(scores->size(), 4u);
  EXPECT_NEAR(scores->at(0).hub, 0.5625, 1e-6);
  EXPECT_EQ(scores->at(2).page, 3);
  EXPECT_NEAR(scores->at(2).authority, 1, 1e-6);
  EXPECT_FALSE(strategy_.take_scores());
}

TEST_F(DistilledFocusTest, PassesARaiseOnToTheTargetOfAnAlias) {
  read_ten_pages();
  distil();
  strategy_.merge(50, 51);
  EXPECT_NEAR(rate(51), 0.95, 1e-12);
  EXPECT_EQ(rate(50), 0);
}

TEST_F(DistilledFocusTest, SaysThatHubsRaiseIt) {
  read_ten_pages();
  distil();
  std::vector<Reason> reasons;
  strategy_.explain(50, reasons);
  ASSERT_EQ(reasons.size(), 2u);
  EXPECT_DOUBLE_EQ(reasons[0].weight, 0.9);
  EXPECT_EQ(reasons[1].what, "number of sites with a good hub that links to it");
  EXPECT_EQ(reasons[1].weight, 1);
}

// Pages of an earlier run have no document; their scores are there before the first choice.
TEST_F(DistilledFocusTest, DistilsAtOnceWhenACrawlGoesOn) {
  Judgement judgement;
  const auto page = [&](UrlId id, double relevance) {
    judgement.relevance = Relevance(relevance);
    return JudgedPage{.id = id, .site = static_cast<SiteId>(id), .judgement = judgement};
  };
  const double relevance[] = {0.9, 0.6, 1.0, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1};
  for (UrlId id = 1; id <= 10; ++id) strategy_.page_judged(page(id, relevance[id - 1]));
  const Link link = test::StrategyDriver::saying("");
  const auto cite = [&](UrlId source, UrlId target, bool open) {
    const JudgedPage judged = page(source, relevance[source - 1]);
    strategy_.link_read({.source = judged,
                         .target = target,
                         .target_site = static_cast<SiteId>(target),
                         .target_open = open,
                         .link = link});
  };
  for (const UrlId hub : {1, 2, 5}) cite(hub, 3, false);
  cite(1, 50, true);
  const std::vector<UrlId> up = raised();
  EXPECT_TRUE(std::count(up.begin(), up.end(), 50));
  EXPECT_NEAR(rate(50), 0.95, 1e-12);
}

}  // namespace
}  // namespace porthole::gatherer
