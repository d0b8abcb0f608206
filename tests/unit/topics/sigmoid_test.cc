#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "topics/classify/linear_svm.h"

namespace porthole::topics {
namespace {

// Platt's targets are (1 + 1) / (1 + 2) = 2/3 for the one positive output and 1 / (1 + 2) = 1/3 for
// the negative. Two points can be met exactly: A + B = ln((1 - 2/3) / (2/3)) = -ln 2 and -A + B =
// ln 2, so A = -ln 2, B = 0.
TEST(SigmoidTest, MeetsTwoPointsExactly) {
  const Sigmoid s = fit_sigmoid(std::vector<Output>{{1, true}, {-1, false}});
  EXPECT_NEAR(s.a, -std::log(2.0), 1e-4);
  EXPECT_NEAR(s.b, 0, 1e-4);
  EXPECT_NEAR(s(1), 2.0 / 3, 1e-4);
}

// Two positives: targets 3/4 and 1/3. A + B = -ln 3, -A + B = ln 2: A = -(ln 3 + ln 2) / 2, B = (ln
// 2 - ln 3) / 2.
TEST(SigmoidTest, AllowsForUnequalNumbers) {
  const Sigmoid s = fit_sigmoid(std::vector<Output>{{1, true}, {1, true}, {-1, false}});
  EXPECT_NEAR(s.a, -(std::log(3.0) + std::log(2.0)) / 2, 1e-4);
  EXPECT_NEAR(s.b, (std::log(2.0) - std::log(3.0)) / 2, 1e-4);
}

TEST(SigmoidTest, FindsTheParametersThatMadeTheOutputs) {
  const Sigmoid truth{-2, 0.5};
  std::mt19937 random(3);
  std::normal_distribution<double> output(0, 2);
  std::uniform_real_distribution<double> coin(0, 1);
  std::vector<Output> outputs;
  for (int i = 0; i < 20'000; ++i) {
    const double value = output(random);
    outputs.push_back({value, coin(random) < truth(value)});
  }
  const Sigmoid s = fit_sigmoid(outputs);
  EXPECT_NEAR(s.a, truth.a, 0.1);
  EXPECT_NEAR(s.b, truth.b, 0.1);
}

TEST(SigmoidTest, HasLogarithmsWhereProbabilitiesVanish) {
  const Sigmoid s{-1, 0};
  EXPECT_NEAR(s.log_of(-2000), -2000, 1e-9);
  EXPECT_NEAR(s.log_of(2000), 0, 1e-9);
  EXPECT_EQ(s(-2000), 0);
}

TEST(SigmoidTest, CopesWithOutputsOfOneKindOrNone) {
  EXPECT_NEAR(fit_sigmoid(std::vector<Output>{{0, true}, {0, false}})(0), 0.5, 1e-6);
  const Sigmoid s = fit_sigmoid(std::vector<Output>{{1, false}, {2, false}, {1e9, false}});
  EXPECT_LT(s(1), 0.5);
  EXPECT_TRUE(std::isfinite(s.a) && std::isfinite(s.b));
  EXPECT_GT(fit_sigmoid({})(1), 0.5);
}

}  // namespace
}  // namespace porthole::topics
