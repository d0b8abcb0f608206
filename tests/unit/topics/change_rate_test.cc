#include "topics/importance/change_rate.h"

#include <gtest/gtest.h>

#include <cmath>

namespace porthole::topics {
namespace {

// -log((10 - 6 + 0.5) / (10 + 0.5)) = log(7 / 3) = 0.847298 changes an interval; the naive estimate
// is 0.6. Ten visits in 20 days are an interval of two days.
TEST(ChangeRateTest, IsTheBiasCorrectedEstimateOfChoAndGarciaMolina) {
  EXPECT_NEAR(change_rate({10, 6, 20}), 0.8472979 / 2, 1e-7);
  EXPECT_NEAR(change_rate({1, 1, 1}), std::log(3), 1e-12);
  EXPECT_NEAR(change_rate({10, 10, 10}), 3.0445224, 1e-7) << "log 21, and not infinite";
  EXPECT_EQ(change_rate({10, 0, 10}), 0);
  EXPECT_EQ(change_rate({}), 0);
  EXPECT_EQ(change_rate({3, 1, 0}), 0);
}

// The expectation over the binomial number of changes, worked out here: at a rate of one change an
// interval and ten visits the naive estimate is too low by more than a third, the corrected one is
// within two per cent.
TEST(ChangeRateTest, HasLittleBias) {
  constexpr int kVisits = 10;
  const double changed = 1 - std::exp(-1.0);
  double corrected = 0, naive = 0;
  for (int x = 0; x <= kVisits; ++x) {
    const double ways =
        std::tgamma(kVisits + 1) / std::tgamma(x + 1) / std::tgamma(kVisits - x + 1);
    const double probability = ways * std::pow(changed, x) * std::pow(1 - changed, kVisits - x);
    corrected += probability * change_rate({kVisits, x, kVisits});
    naive += probability * x / kVisits;
  }
  EXPECT_NEAR(naive, 0.632, 0.001);
  EXPECT_NEAR(corrected, 1, 0.02);
}

// No visit: one visit after two days that found half a change, -log((1 - 0.5 + 0.5) / 1.5) / 2.
TEST(ChangeRateTest, ExpectsTheRateOfTheCollectionOfAPageWithoutVisits) {
  EXPECT_NEAR(expected_rate({}, 0.5, 2), std::log(1.5) / 2, 1e-12);
  EXPECT_GT(expected_rate({100, 0, 100}, 0.5, 1), 0);
  EXPECT_LT(expected_rate({100, 0, 100}, 0.5, 1), 0.01);
  EXPECT_EQ(share_changed(0, 0), 0.5);
  EXPECT_EQ(share_changed(8, 2), 0.3);
  EXPECT_GT(expected_rate({3, 0, 3}, share_changed(3, 0), 1), 0) << "no page is given up";
}

// A rate of log 2 a day halves freshness each day; the age after a day is 1 - 0.5 / log 2.
TEST(ChangeRateTest, TellsFreshnessAndAge) {
  EXPECT_NEAR(freshness(std::log(2), 1), 0.5, 1e-12);
  EXPECT_NEAR(expected_age(std::log(2), 1), 1 - 0.5 / std::log(2), 1e-12);
  EXPECT_EQ(expected_age(0, 5), 0);
  EXPECT_NEAR(expected_age(1e-5, 9.9), expected_age(1e-5, 10.1), 1e-4) << "the series joins";
}

// 1 / L (1 - (1 + x) exp(-x)) at L = 1 and x = 1 is 1 - 2 / e.
TEST(RecrawlValueTest, IsTheMarginalFreshnessOfAFetch) {
  EXPECT_NEAR(recrawl_value(1, 1, 1), 1 - 2 / std::exp(1.0), 1e-12);
  EXPECT_NEAR(recrawl_value(3, 1, 1), 3 * recrawl_value(1, 1, 1), 1e-12);
  const auto fresh = [](double fetches) { return fetches * (1 - std::exp(-0.7 / fetches)) / 0.7; };
  const double r = 0.4, step = 1e-5;
  EXPECT_NEAR(recrawl_value(1, 0.7, 1 / r), (fresh(r + step) - fresh(r - step)) / (2 * step), 1e-8);
  EXPECT_NEAR(recrawl_value(1, 1e-5, 9.9), recrawl_value(1, 1e-5, 10.1), 1e-4);
}

TEST(RecrawlValueTest, GrowsWithTimeAndIsSmallForWhatNeverOrAlwaysChanges) {
  EXPECT_EQ(recrawl_value(1, 0, 100), 0);
  EXPECT_GT(recrawl_value(1, 0.5, 3), recrawl_value(1, 0.5, 2));
  EXPECT_GT(recrawl_value(1, 1, 1), recrawl_value(1, 100, 1));
  EXPECT_GT(recrawl_value(1, 1, 1), recrawl_value(1, 0.01, 1));
}

// Before any fetch nine tenths of the claims are right: .9 / .1. Then three of four pages for which
// a change was claimed had not changed: (1 + 9) / (1 + 10) against (3 + 1) / (3 + 10).
TEST(ClaimTest, AHostIsBelievedAsFarAsItsClaimsWereRight) {
  EXPECT_NEAR(likelihood_ratio({}, true), 9, 1e-12);
  EXPECT_NEAR(likelihood_ratio({}, false), 1.0 / 9, 1e-12);
  const ClaimRecord record{.changed = 1, .changed_claimed = 1, .same = 3, .same_claimed = 3};
  EXPECT_NEAR(likelihood_ratio(record, true), 10.0 / 11 / (4.0 / 13), 1e-12);
  EXPECT_NEAR(likelihood_ratio(record, false), 1.0 / 11 / (9.0 / 13), 1e-12);
  const ClaimRecord blind{.changed = 0, .changed_claimed = 0, .same = 1000, .same_claimed = 1000};
  EXPECT_LT(likelihood_ratio(blind, true), 1) << "it says of every page that it has changed";
}

// At x = log 2 half of such pages have changed. B = 3 makes that 3/4, and B = 1/3 a quarter.
TEST(ClaimTest, AClaimScalesTheValueAsItDoesTheProbabilityOfAChange) {
  const double rate = std::log(2.0);
  EXPECT_NEAR(claimed_value(2, rate, 1, 3), 3, 1e-12);
  EXPECT_NEAR(claimed_value(2, rate, 1, 1.0 / 3), 1, 1e-12);
  EXPECT_NEAR(claimed_value(2, rate, 1, 1), 2, 1e-12) << "a claim that tells nothing";
  EXPECT_NEAR(claimed_value(2, 0, 1, 5), 10, 1e-12) << "p1 / p0 tends to B";
}

}  // namespace
}  // namespace porthole::topics
