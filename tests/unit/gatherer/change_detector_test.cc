#include <gtest/gtest.h>

#include <functional>
#include <random>

#include "gatherer/report/alarms.h"

namespace porthole::gatherer {
namespace {

using Draw = std::function<double(std::mt19937_64&)>;

/// How many of `series` series of `length` values each raise an alarm.
int alarms(int series, int length, const Draw& draw) {
  int found = 0;
  for (int i = 0; i < series; ++i) {
    std::mt19937_64 random(static_cast<std::uint64_t>(i) + 1);
    FallDetector detector(0.001);
    bool fell = false;
    for (int k = 0; k < length && !fell; ++k) {
      detector.add(draw(random));
      fell = detector.has_fallen();
    }
    if (fell) ++found;
  }
  return found;
}

double normal(std::mt19937_64& random) { return std::normal_distribution(0.4, 0.1)(random); }

/// The share of relevant pages among 50 of which half are.
double half_of_fifty(std::mt19937_64& random) {
  return std::binomial_distribution(50, 0.5)(random) / 50.0;
}

// Siegmund's approximation with b = h + 1.166 = 9.166 and k = 1/2: a run of
// (exp(2 k b) - 2 k b - 1) / (2 k^2) = (9,566 - 10.2) / 0.5 = 19,112 values between false alarms. A
// series of 2,000 raises one with the probability 1 - exp(-2000 / 19112) = 9.9 %: 49.7 of 500, with
// a deviation of 6.7. The bounds are three deviations wide.
TEST(FallDetectorTest, RaisesOneFalseAlarmInNineteenThousandValues) {
  const int found = alarms(500, 2000, normal);
  EXPECT_GE(found, 30);
  EXPECT_LE(found, 70);
}

// A crawl of 10,000 pages has 200 groups: about 1 % of such crawls raise a false alarm, 10.4 of
// 1,000 with a deviation of 3.2.
TEST(FallDetectorTest, AFalseAlarmIsRareInACrawlOfTenThousandPages) {
  EXPECT_LE(alarms(1000, 200, half_of_fifty), 20);
}

TEST(FallDetectorTest, FindsAFallByTwoDeviationsSoon) {
  int late = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    std::mt19937_64 random(seed);
    FallDetector detector(0.001);
    for (int i = 0; i < 100; ++i) detector.add(normal(random));
    for (int i = 0; i < 12; ++i) detector.add(normal(random) - 0.2);
    if (!detector.has_fallen()) ++late;
  }
  EXPECT_LE(late, 4);
}

// Page 1954: the sum left 0 for the last time where the fall began.
TEST(FallDetectorTest, TellsWhereTheFallBeganAndHowItWasBefore) {
  std::mt19937_64 random(7);
  FallDetector detector(0.001);
  for (int i = 0; i < 100; ++i) detector.add(normal(random));
  ASSERT_FALSE(detector.has_fallen());
  for (int i = 0; i < 10; ++i) detector.add(0.1);
  ASSERT_TRUE(detector.has_fallen());
  EXPECT_NEAR(static_cast<double>(detector.before()), 100, 4);
  EXPECT_NEAR(detector.usual(), 0.4, 0.05);
}

TEST(FallDetectorTest, IsNotTroubledByARise) {
  FallDetector detector(0.001);
  for (int i = 0; i < 50; ++i) detector.add(0.4 + 0.01 * (i % 3));
  for (int i = 0; i < 50; ++i) detector.add(0.9);
  EXPECT_FALSE(detector.has_fallen());
}

TEST(FallDetectorTest, AnAlarmEndsWhenItIsAsBefore) {
  FallDetector detector(0.001);
  for (int i = 0; i < 50; ++i) detector.add(0.4 + 0.01 * (i % 3));
  for (int i = 0; i < 50; ++i) detector.add(0.1);
  ASSERT_TRUE(detector.has_fallen());
  for (int i = 0; i < 30; ++i) detector.add(0.4 + 0.01 * (i % 3));
  EXPECT_FALSE(detector.has_fallen());
}

TEST(FallDetectorTest, ASeriesThatDidNotVaryRaisesNoAlarmAtASmallChange) {
  FallDetector detector(0.02);
  for (int i = 0; i < 50; ++i) detector.add(1);
  for (int i = 0; i < 50; ++i) detector.add(0.995);
  EXPECT_FALSE(detector.has_fallen());
}

TEST(FallDetectorTest, MakesNothingOfAFewValues) {
  FallDetector detector(0.001);
  for (int i = 0; i < 8; ++i) detector.add(i < 4 ? 1 : 0);
  EXPECT_FALSE(detector.has_fallen());
}

}  // namespace
}  // namespace porthole::gatherer
