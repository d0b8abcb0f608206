#include "sampler/classifier_errors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace porthole::sampler {
namespace {

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
