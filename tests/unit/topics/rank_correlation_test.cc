#include <gtest/gtest.h>

#include <vector>

#include "topics/importance/importance_model.h"

namespace porthole::topics {
namespace {

TEST(RankCorrelationTest, GoesByOrderAndNotByScale) {
  const std::vector<double> x = {1, 2, 3, 4}, y = {1, 10, 100, 1e6}, down = {9, 7, 0, -5};
  EXPECT_DOUBLE_EQ(rank_correlation(x, y).rho, 1);
  EXPECT_DOUBLE_EQ(rank_correlation(x, down).rho, -1);
}

// By hand: ranks of x 0 1 2 3 4, of y 1 0 3 2 4: sum of squared differences 4, rho = 1 - 6 4 / (5
// 24) = 0.8.
TEST(RankCorrelationTest, IsOneLessSixTimesTheSquaredDifferences) {
  const std::vector<double> x = {1, 2, 3, 4, 5}, y = {20, 10, 40, 30, 50};
  EXPECT_NEAR(rank_correlation(x, y).rho, 0.8, 1e-12);
}

// Ranks of y 0.5 0.5 2.5 2.5 against 0 1 2 3: sum of products 4, 5 and 4 squares: 4 / sqrt(20).
TEST(RankCorrelationTest, GivesTiesTheMeanOfTheirRanks) {
  const std::vector<double> x = {1, 2, 3, 4}, y = {7, 7, 9, 9};
  EXPECT_NEAR(rank_correlation(x, y).rho, 0.894427191, 1e-9);
}

// Bonett and Wright: artanh(0.8) -+ 1.96 sqrt((1 + 0.32) / 2) for n = 5, so -0.457 and 0.991.
TEST(RankCorrelationTest, HasAnInterval) {
  const std::vector<double> x = {1, 2, 3, 4, 5}, y = {20, 10, 40, 30, 50};
  const RankCorrelation found = rank_correlation(x, y);
  EXPECT_NEAR(found.low, -0.457, 0.001);
  EXPECT_NEAR(found.high, 0.991, 0.001);
}

TEST(RankCorrelationTest, IsNothingWhereNothingVaries) {
  const std::vector<double> x = {1, 2, 3}, y = {5, 5, 5};
  EXPECT_EQ(rank_correlation(x, y).rho, 0);
  EXPECT_EQ(rank_correlation({}, {}).pairs, 0U);
}

}  // namespace
}  // namespace porthole::topics
