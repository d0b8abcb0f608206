#include <gtest/gtest.h>

#include <cmath>

#include "gatherer/strategies/random_strategy.h"

namespace porthole::gatherer {
namespace {

constexpr int kUrls = 10'000;

TEST(UrlHashRngTest, DrawsTheSameForTheSameSeedUrlAndPurpose) {
  const UrlHashRng dice(7), again(7);
  for (repository::UrlId url = 1; url < 100; ++url) {
    EXPECT_EQ(dice.draw(url), again.draw(url));
    EXPECT_EQ(dice.draw(url, 2), again.draw(url, 2));
  }
}

TEST(UrlHashRngTest, DrawsOthersForAnotherSeedUrlOrPurpose) {
  const UrlHashRng dice(7), other(8);
  EXPECT_NE(dice.draw(1), other.draw(1));
  EXPECT_NE(dice.draw(1), dice.draw(2));
  EXPECT_NE(dice.draw(1, 1), dice.draw(1, 2));
}

// The mean of 10,000 uniform draws has the standard deviation 1 / sqrt(12 * 10,000) = 0.0029, and
// each tenth of [0, 1) has 1,000 draws with the standard deviation 30: five of them are enough for
// a fixed seed.
TEST(UrlHashRngTest, DrawsUniformlyFromZeroToBelowOne) {
  const UrlHashRng dice(1);
  double sum = 0;
  int tenths[10] = {};
  for (repository::UrlId url = 1; url <= kUrls; ++url) {
    const double drawn = dice.draw(url);
    ASSERT_GE(drawn, 0);
    ASSERT_LT(drawn, 1);
    sum += drawn;
    ++tenths[static_cast<int>(drawn * 10)];
  }
  EXPECT_NEAR(sum / kUrls, 0.5, 0.015);
  for (const int count : tenths) EXPECT_NEAR(count, 1000, 150);
}

TEST(UrlHashRngTest, DrawsIndependentlyForTwoPurposes) {
  const UrlHashRng dice(1);
  double covariance = 0;
  for (repository::UrlId url = 1; url <= kUrls; ++url)
    covariance += (dice.draw(url, 1) - 0.5) * (dice.draw(url, 2) - 0.5);
  EXPECT_LT(std::abs(covariance / kUrls * 12), 0.05) << "a correlation, of standard deviation 0.01";
}

}  // namespace
}  // namespace porthole::gatherer
