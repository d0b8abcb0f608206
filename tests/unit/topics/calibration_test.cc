#include "topics/classify/calibration.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace porthole::topics {
namespace {

HeldOutChoice choice_of(double first, std::size_t right) {
  return {{std::log(first), std::log(1 - first)}, right};
}

// Eight examples have targets .9 and .1. With six of eight right the mean target of the first
// choice is (6 * .9 + 2 * .1) / 8 = .7, so beta log(.9 / .1) = log(.7 / .3).
TEST(TemperatureTest, IsTheOneThatAnOverconfidentClassifierNeeds) {
  std::vector<HeldOutChoice> choices(6, choice_of(0.9, 0));
  choices.resize(8, choice_of(0.9, 1));
  EXPECT_NEAR(fit_temperature(choices), std::log(9.0) / std::log(7.0 / 3), 1e-9);
}

TEST(TemperatureTest, IsBelowOneForATimidClassifier) {
  std::vector<HeldOutChoice> choices(6, choice_of(0.6, 0));
  choices.resize(8, choice_of(0.6, 1));
  EXPECT_NEAR(fit_temperature(choices), std::log(1.5) / std::log(7.0 / 3), 1e-9);
}

// The target of eight that were all right is .9: as certain as the classifier is.
TEST(TemperatureTest, DoesNotBecomeCertainOfWhatWasAlwaysRight) {
  EXPECT_NEAR(fit_temperature(std::vector<HeldOutChoice>(8, choice_of(0.9, 0))), 1, 1e-9);
  const double certain = 1 - 1e-9;
  const double temperature = fit_temperature(std::vector<HeldOutChoice>(8, choice_of(certain, 0)));
  EXPECT_NEAR(temperature, std::log(certain / (1 - certain)) / std::log(9.0), 1e-6);
}

TEST(TemperatureTest, StaysWithinItsBounds) {
  std::vector<HeldOutChoice> choices(4, choice_of(1 - 1e-15, 0));
  choices.resize(8, choice_of(1 - 1e-15, 1));
  EXPECT_NEAR(fit_temperature(choices), 10000, 1e-3);
}

TEST(TemperatureTest, IsOneWithoutAnythingToLearnFrom) {
  const double never = -std::numeric_limits<double>::infinity();
  EXPECT_EQ(fit_temperature({}), 1);
  EXPECT_EQ(fit_temperature(std::vector<HeldOutChoice>{{{0}, 0}}), 1) << "no choice";
  EXPECT_EQ(fit_temperature(std::vector<HeldOutChoice>{{{0, never}, 0}}), 1);
  EXPECT_EQ(fit_temperature(std::vector<HeldOutChoice>{{{0, -1}, 2}}), 1) << "not among them";
  EXPECT_EQ(fit_temperature(std::vector<HeldOutChoice>{{{-0.7, -0.7}, 0}}), 1) << "all alike";
}

// At T = 2 the odds 9 become 3.
TEST(TemperatureTest, ScalesLogProbabilitiesThatSumToOne) {
  std::vector<double> logs = {std::log(0.9), std::log(0.1)};
  scale_by_temperature(logs, 2);
  EXPECT_NEAR(std::exp(logs[0]), 0.75, 1e-12);
  EXPECT_NEAR(std::exp(logs[1]), 0.25, 1e-12);
}

// One example has the targets 2/3 and 1/3.
TEST(TemperatureTest, CrossEntropyCountsTheTargets) {
  const std::vector<HeldOutChoice> one = {choice_of(0.9, 0)};
  EXPECT_NEAR(cross_entropy(one, 1), -(2 * std::log(0.9) + std::log(0.1)) / 3, 1e-12);
  EXPECT_NEAR(cross_entropy(one, 2), -(2 * std::log(0.75) + std::log(0.25)) / 3, 1e-12);
}

// Bins: .05 (0 of 1 happened), .55 (1 of 1), .95 twice (1 of 2).
TEST(ReliabilityTest, SumsTheErrorOfItsBins) {
  Reliability reliability;
  reliability.add(0.05, false);
  reliability.add(0.55, true);
  reliability.add(0.95, true);
  reliability.add(0.95, false);
  EXPECT_NEAR(reliability.error(), (0.05 + 0.45 + 0.9) / 4, 1e-12);
  EXPECT_NEAR(reliability.negative_log_likelihood(),
              -(std::log(0.95) + std::log(0.55) + std::log(0.95) + std::log(0.05)) / 4, 1e-12);
  EXPECT_EQ(reliability.count(), 4U);
  EXPECT_EQ(reliability.bins()[9].count, 2U);
  EXPECT_NEAR(reliability.bins()[9].mean_predicted(), 0.95, 1e-12);
  EXPECT_NEAR(reliability.bins()[9].observed(), 0.5, 1e-12);
  EXPECT_EQ(reliability.bins()[3].observed(), 0);
}

TEST(ReliabilityTest, PutsCertaintyIntoTheLastBin) {
  Reliability reliability;
  reliability.add(1, false);
  reliability.add(0, true);
  EXPECT_EQ(reliability.bins()[9].count, 1U);
  EXPECT_EQ(reliability.bins()[0].count, 1U);
  EXPECT_EQ(reliability.error(), 1);
  EXPECT_TRUE(std::isfinite(reliability.negative_log_likelihood()));
}

TEST(ReliabilityTest, TellsWhenRelevanceIsSaturated) {
  Reliability reliability;
  EXPECT_EQ(reliability.error(), 0);
  EXPECT_FALSE(is_saturated(reliability.count(), reliability.saturated()));
  for (int i = 0; i < 19; ++i) reliability.add(i % 2 == 0 ? 0.999 : 0.001, i % 2 == 0);
  EXPECT_FALSE(is_saturated(reliability.count(), reliability.saturated())) << "too few to tell";
  reliability.add(0.5, true);
  EXPECT_NEAR(reliability.saturated(), 0.95, 1e-12);
  EXPECT_TRUE(is_saturated(reliability.count(), reliability.saturated()));
  reliability.add(0.3, false);
  reliability.add(0.7, true);
  EXPECT_FALSE(is_saturated(reliability.count(), reliability.saturated())) << "19 of 22";
}

}  // namespace
}  // namespace porthole::topics
