#include "labs/laboratory/estimate.h"

#include <gtest/gtest.h>

#include <cmath>

namespace porthole::labs {
namespace {

TEST(EstimateTest, TheIntervalOfEqualValuesIsTheirValue) {
  const Estimate estimate = estimate_of({.5, .5, .5, std::nan("")});
  EXPECT_EQ(estimate.mean, .5);
  EXPECT_EQ(estimate.low, .5);
  EXPECT_EQ(estimate.high, .5);
  EXPECT_EQ(estimate.n, 3U);
}

TEST(EstimateTest, TheIntervalIsNearThatOfTheNormalDistribution) {
  std::vector<double> values;
  for (int i = 0; i < 100; ++i) values.push_back(i % 2);
  const Estimate estimate = estimate_of(values);
  EXPECT_EQ(estimate.mean, .5);
  // 1.96 standard errors of .05.
  EXPECT_NEAR(estimate.low, .402, .011);
  EXPECT_NEAR(estimate.high, .598, .011);
}

TEST(EstimateTest, WithoutValuesThereIsNoEstimate) {
  EXPECT_TRUE(std::isnan(estimate_of({}).mean));
  EXPECT_EQ(difference_of({}, {}).p, 1);
}

TEST(EstimateTest, TheSignFlipTestIsThatOfAllAssignmentsOfSigns) {
  // Two of the 2^6 sums of 1 .. 6 with signs are as large as 21, two more as large as 19.
  EXPECT_NEAR(difference_of({1, 2, 3, 4, 5, 6}, {0, 0, 0, 0, 0, 0}).p, 2.0 / 64, .01);
  EXPECT_NEAR(difference_of({-1, 2, 3, 4, 5, 6}, {0, 0, 0, 0, 0, 0}).p, 4.0 / 64, .015);
  EXPECT_EQ(difference_of({1, 2}, {1, 2}).p, 1);
}

}  // namespace
}  // namespace porthole::labs
