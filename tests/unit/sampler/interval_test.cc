// Reference values: scipy 1.10.1 (stats.chi2, stats.norm, stats.t,
// binomtest().proportion_ci("wilson"), chisquare, chi2_contingency).

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

#include "sampler/hash_rng.h"
#include "sampler/statistics.h"

namespace porthole::sampler {
namespace {

TEST(DistributionsTest, AreThoseOfScipy) {
  EXPECT_NEAR(chi_square_above(3.84, 1), 0.05004352124870519, 1e-12);
  EXPECT_NEAR(chi_square_above(120.5, 99), 0.06995556459600587, 1e-12);
  EXPECT_NEAR(normal_quantile(0.975), 1.959963984540054, 1e-12);
  EXPECT_NEAR(normal_below(-1.5), 0.06680720126885807, 1e-12);
  EXPECT_NEAR(student_quantile(0.975, 9), 2.2621571627409915, 1e-9);
}

TEST(IntervalTest, OfAShareIsWilsons) {
  const Interval few = share_interval(7, 50);
  EXPECT_DOUBLE_EQ(few.estimate, 0.14);
  EXPECT_NEAR(few.low, 0.06950833427016292, 1e-12);
  EXPECT_NEAR(few.high, 0.26186193710585537, 1e-12);
  EXPECT_NEAR(share_interval(0, 20).high, 0.16112515805281935, 1e-12);
  EXPECT_EQ(share_interval(0, 20).low, 0);
  EXPECT_NEAR(share_interval(20, 20).low, 0.8388748419471808, 1e-12);
  EXPECT_EQ(share_interval(20, 20).high, 1);
  EXPECT_EQ(share_interval(0, 0).high, 1);
}

// The bounds by 400,000 resamples with numpy are -1.0932 and 0.8232; 2,000 give them to a few
// hundredths.
TEST(IntervalTest, BootstrapGivesTheBoundsOfALongerOneByNumpy) {
  std::vector<double> values;
  for (int i = 0, seed = 7; i < 40; ++i) {
    seed = seed * 171 % 30269;
    values.push_back(10 * (seed / 30269.0 - 0.5));
  }
  const Interval mean = bootstrap_mean(values, 1);
  EXPECT_NEAR(mean.estimate, -0.14422346294889157, 1e-12);
  EXPECT_NEAR(mean.low, -1.0932, 0.08);
  EXPECT_NEAR(mean.high, 0.8232, 0.08);
  EXPECT_EQ(bootstrap_mean(values, 1).low, mean.low);
}

// Among 25 values the median is the 13th; 12.5 -+ 1.96 * 2.5 = 7.6 and 17.4: from the 7th to the
// 19th value, in which it lies with the probability .957 (binomial, by hand: between 8 and 18 of
// 25).
TEST(IntervalTest, OfTheMedianIsThatOfOrderStatistics) {
  std::vector<double> values;
  for (int i = 25; i >= 1; --i) values.push_back(10 * i);
  const Interval median = median_interval(values);
  EXPECT_EQ(median.estimate, 130);
  EXPECT_EQ(median.low, 70);
  EXPECT_EQ(median.high, 190);
  values.push_back(1e9);
  EXPECT_EQ(median_interval(values).estimate, 135);
  const std::vector<double> one = {4};
  EXPECT_EQ(median_interval(one).low, 4);
  EXPECT_EQ(median_interval(one).high, 4);
}

// One page of 200 links to everything: the mean of 100 pages mostly lacks it, the median does not
// care.
TEST(IntervalTest, OfTheMedianHoldsTheTruthWhereOnePageHasMostLinks) {
  std::vector<double> web;
  for (int i = 0; i < 200; ++i) web.push_back(i % 20);
  web[0] = 4000;
  int mean_held = 0, median_held = 0;
  for (std::uint64_t trial = 0; trial < 300; ++trial) {
    HashRng rng(4, 0, trial);
    std::vector<double> values;
    for (int i = 0; i < 100; ++i) values.push_back(web[rng.below(web.size())]);
    mean_held += bootstrap_mean(values, trial, kLevel, 400)
                         .holds(std::accumulate(web.begin(), web.end(), 0.0) / 200)
                     ? 1
                     : 0;
    median_held += median_interval(values).holds(9.5) ? 1 : 0;
  }
  EXPECT_LT(mean_held, 200);
  EXPECT_GE(median_held, 276);
}

// Among 1,000 samples of 60 from an exponential distribution, 95 in 100 intervals contain the mean,
// give or take what 1,000 trials scatter by (0.7 each) and what is skew costs a percentile
// interval.
TEST(IntervalTest, BootstrapHoldsTheTruthAsOftenAsItSays) {
  int held = 0;
  for (std::uint64_t trial = 0; trial < 1000; ++trial) {
    HashRng rng(3, 0, trial);
    std::vector<double> values;
    for (int i = 0; i < 60; ++i) values.push_back(-std::log1p(-rng.uniform()));
    if (bootstrap_mean(values, trial, kLevel, 500).holds(1)) ++held;
  }
  EXPECT_GE(held, 920);
  EXPECT_LE(held, 980);
}

TEST(ChiSquareTest, OfUniformityIsThatOfScipy) {
  const std::vector<std::size_t> counts = {18, 22, 25, 15, 20};
  const ChiSquare test = proportionality(counts, std::vector<std::size_t>(5, 1));
  EXPECT_NEAR(test.statistic, 2.9, 1e-12);
  EXPECT_EQ(test.degrees, 4);
  EXPECT_NEAR(test.p, 0.5746972058298043, 1e-12);
  EXPECT_FALSE(test.rejects());
}

// 20, 40, 40 are expected: 100 / 20 + 100 / 40 + 400 / 40 = 17.5; with two degrees p = exp(-17.5 /
// 2).
TEST(ChiSquareTest, OfAProportionIsThatWorkedOutByHand) {
  const std::vector<std::size_t> counts = {10, 30, 60}, weights = {1, 2, 2};
  const ChiSquare test = proportionality(counts, weights);
  EXPECT_NEAR(test.statistic, 17.5, 1e-12);
  EXPECT_EQ(test.degrees, 2);
  EXPECT_NEAR(test.p, std::exp(-8.75), 1e-12);
}

TEST(ChiSquareTest, OfTwoSamplesIsThatOfScipy) {
  const ChiSquare test =
      homogeneity({{"com", 30}, {"org", 20}, {"net", 10}}, {{"com", 45}, {"org", 60}, {"net", 35}});
  EXPECT_NEAR(test.statistic, 5.8201058201058204, 1e-12);
  EXPECT_EQ(test.degrees, 2);
  EXPECT_NEAR(test.p, 0.05447284763169051, 1e-12);
}

TEST(ChiSquareTest, PutsRareClassesTogether) {
  const ChiSquare test =
      homogeneity({{"com", 50}, {"a", 1}, {"b", 2}}, {{"com", 40}, {"c", 9}, {"d", 1}});
  EXPECT_EQ(test.degrees, 1);
  EXPECT_EQ(homogeneity({{"com", 5}}, {{"com", 7}}).degrees, 0);
  EXPECT_FALSE(homogeneity({}, {{"com", 7}}).rejects());
}

// By hand: 30 of a sample of 40 are among the 300 of the crawl: recall 0.75; Chapman's size 301 *
// 41 / 31 - 1.
TEST(RecallTest, IsTheShareOfTheSampleThatTheCrawlHas) {
  std::vector<Recaptured> sample(40, {false, true});
  for (int i = 0; i < 30; ++i) sample[static_cast<std::size_t>(i)].page_known = true;
  sample[39].site_known = false;
  const Recall recall = estimate_recall(sample, 300);
  EXPECT_DOUBLE_EQ(recall.pages.estimate, 0.75);
  EXPECT_DOUBLE_EQ(recall.sites.estimate, 39.0 / 40);
  EXPECT_NEAR(recall.topic_size.estimate, 301.0 * 41 / 31 - 1, 1e-9);
  EXPECT_NEAR(recall.topic_size.low, 300 / recall.pages.high, 1e-9);
  EXPECT_NEAR(recall.topic_size.high, 300 / recall.pages.low, 1e-9);
}

TEST(RecallTest, OfACrawlThatHasNothingLeavesTheSizeOpen) {
  const Recall recall = estimate_recall(std::vector<Recaptured>(40), 300);
  EXPECT_EQ(recall.pages.estimate, 0);
  EXPECT_TRUE(std::isinf(recall.topic_size.high));
}

TEST(StatisticsTest, TellsTheMostFrequentValuesFirst) {
  const auto shares = shares_of({"en", "de", "en", "fr", "en", "de"}, 2, 1);
  ASSERT_EQ(shares.size(), 2u);
  EXPECT_EQ(shares[0].value, "en");
  EXPECT_DOUBLE_EQ(shares[0].share.estimate, 0.5);
  EXPECT_EQ(shares[1].value, "de");
  EXPECT_LT(shares[1].share.low, 1.0 / 3);
  EXPECT_GT(shares[1].share.high, 1.0 / 3);
}

TEST(StatisticsTest, AValueOfAllPagesIsNotCertain) {
  EXPECT_LT(shares_of({"en", "en", "en"}, 5, 1)[0].share.low, 0.5);
}

TEST(StatisticsTest, AShareThatIsWholeOnAllPagesIsNotCertain) {
  const std::vector<double> all(20, 1.0), none(20, 0.0), some = {0, 1, 1, 1};
  EXPECT_EQ(mean_of_shares(all, 1).low, share_interval(20, 20).low);
  EXPECT_EQ(mean_of_shares(all, 1).high, 1);
  EXPECT_EQ(mean_of_shares(none, 1).high, share_interval(0, 20).high);
  EXPECT_EQ(mean_of_shares(some, 1).low, bootstrap_mean(some, 1).low);
}

TEST(StatisticsTest, PutsCountsIntoBins) {
  EXPECT_EQ(bin_of(0), "0");
  EXPECT_EQ(bin_of(4), "1 to 4");
  EXPECT_EQ(bin_of(5), "5 to 9");
  EXPECT_EQ(bin_of(100'000), "200 and more");
}

// s = 80/100, f = 30/300 = .1: a true share of .5 is seen as .8 * .5 + .1 * .5 = .45.
const ClassifierErrors kErrors{.on = 100, .found = 80, .off = 300, .claimed = 30};

TEST(ClassifierErrorsTest, AShareThatTheErrorsChangedIsFoundAgain) {
  const auto found = corrected_share({0.45, 0.31, 0.66}, kErrors);
  ASSERT_TRUE(found);
  EXPECT_DOUBLE_EQ(found->estimate, 0.5);
  EXPECT_DOUBLE_EQ(found->low, 0.3);
  EXPECT_DOUBLE_EQ(found->high, 0.8);
}

TEST(ClassifierErrorsTest, SharesStayBetweenNothingAndAll) {
  const auto found = corrected_share({0.05, 0.02, 0.95}, kErrors);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->low, 0);
  EXPECT_EQ(found->high, 1);
}

TEST(ClassifierErrorsTest, AClassifierThatTellsNothingApartCorrectsNothing) {
  EXPECT_FALSE(corrected_share({0.4, 0.3, 0.5}, {.on = 10, .found = 5, .off = 10, .claimed = 5}));
  EXPECT_FALSE(corrected_share({0.4, 0.3, 0.5}, {}));
}

// 80 of the 110 pages held for on topic are; precision 8/11.
TEST(ClassifierErrorsTest, PrecisionIsThatOfPagesHeldForOnTopic) {
  EXPECT_DOUBLE_EQ(kErrors.precision().estimate, 80.0 / 110);
}

// Seen .6 in [.5, .7], a fifth of the pages wrong: between (.5 - .2) / .8 and .7 / .8.
TEST(ClassifierErrorsTest, BoundsHoldWhateverTheWrongPagesAreLike) {
  const Interval found = bounded_share({0.6, 0.5, 0.7}, 0.8);
  EXPECT_DOUBLE_EQ(found.estimate, 0.6);
  EXPECT_NEAR(found.low, 0.375, 1e-12);
  EXPECT_NEAR(found.high, 0.875, 1e-12);
  EXPECT_EQ(bounded_share({0.1, 0.05, 0.95}, 0.5).low, 0);
  EXPECT_EQ(bounded_share({0.1, 0.05, 0.95}, 0.5).high, 1);
  EXPECT_EQ(bounded_share({0.6, 0.5, 0.7}, 1).low, 0.5);
}

// A fifth of a is taken for b, none of b for a: 40 seen as a and 60 as b are 50 of a and 50 of b.
TEST(ClassifierErrorsTest, SharesOfTopicsAreThoseThatWouldBeSeenAsTheyWere) {
  const auto shares =
      corrected_topics({{"a", 40}, {"b", 60}}, {{"a", "a", 80}, {"a", "b", 20}, {"b", "b", 10}});
  EXPECT_NEAR(shares.at("a"), 0.5, 1e-6);
  EXPECT_NEAR(shares.at("b"), 0.5, 1e-6);
}

TEST(ClassifierErrorsTest, ATopicWithoutHeldOutPagesCountsAsItIsSeen) {
  const auto shares = corrected_topics({{"a", 30}, {"new", 70}}, {{"a", "a", 5}});
  EXPECT_NEAR(shares.at("a"), 0.3, 1e-9);
  EXPECT_NEAR(shares.at("new"), 0.7, 1e-9);
}

}  // namespace
}  // namespace porthole::sampler
