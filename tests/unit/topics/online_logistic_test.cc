#include "topics/classify/online_logistic.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace porthole::topics {
namespace {

using Features = std::vector<OnlineLogistic::Feature>;

TEST(OnlineLogisticTest, IsUndecidedAtFirst) {
  const OnlineLogistic model({});
  EXPECT_EQ(model.probability({{3, 1.0F}}), 0.5);
}

TEST(OnlineLogisticTest, BeginsWithItsPriorWeights) {
  OnlineLogistic model({});
  model.set_prior(0, -2);
  model.set_prior(1, 3);
  EXPECT_NEAR(model.probability({{0, 1.0F}, {1, 0.5F}}), 1 / (1 + std::exp(0.5)), 1e-7);
}

// w = 0, x = 2, y = 1: p = 1/2, g = (1/2 - 1) 2 = -1, G = 1, w = 0 + 0.5 * 1 / (1 + 1) = 0.25.
// Then p = sigma(0.5) = 0.62246, g = -0.75508, G = 1.57015, w = 0.25 + 0.5 * 0.75508 / (1.25306 +
// 1) = 0.41757.
TEST(OnlineLogisticTest, StepsAsAdaGradDoes) {
  OnlineLogistic model({.rate = 0.5, .initial_accumulator = 1, .smoothing = 1});
  model.learn({{7, 2.0F}}, 1);
  EXPECT_NEAR(model.weight(7).w, 0.25, 1e-6);
  EXPECT_NEAR(model.weight(7).g, 1, 1e-6);
  model.learn({{7, 2.0F}}, 1);
  EXPECT_NEAR(model.weight(7).w, 0.41757, 1e-5);
  EXPECT_NEAR(model.weight(7).g, 1.57015, 1e-5);
}

TEST(OnlineLogisticTest, MovesAFirmPriorLess) {
  OnlineLogistic loose({.initial_accumulator = 0});
  OnlineLogistic firm({.initial_accumulator = 100});
  for (OnlineLogistic* model : {&loose, &firm}) {
    model->set_prior(0, 1);
    model->learn({{0, 1.0F}}, 0);
  }
  EXPECT_LT(loose.weight(0).w, firm.weight(0).w);
  EXPECT_LT(firm.weight(0).w, 1);
}

// y is 1 with probability 0.9 where feature 1 is there, and 0.2 where it is not: log-odds 2.197 and
// -1.386.
TEST(OnlineLogisticTest, LearnsTheProbabilities) {
  OnlineLogistic model({.rate = 0.5});
  std::mt19937 random(5);
  std::uniform_real_distribution<double> uniform;
  for (int i = 0; i < 20'000; ++i) {
    const bool there = uniform(random) < 0.5;
    Features x{{0, 1.0F}};
    if (there) x.push_back({1, 1.0F});
    model.learn(x, uniform(random) < (there ? 0.9 : 0.2) ? 1 : 0);
  }
  EXPECT_NEAR(model.probability({{0, 1.0F}}), 0.2, 0.04);
  EXPECT_NEAR(model.probability({{0, 1.0F}, {1, 1.0F}}), 0.9, 0.04);
}

TEST(OnlineLogisticTest, GoesOnWithRestoredWeights) {
  OnlineLogistic model({});
  for (int i = 0; i < 10; ++i) model.learn({{0, 1.0F}, {2, 0.5F}}, i % 3 == 0 ? 1 : 0);
  OnlineLogistic later({});
  for (std::uint32_t id = 0; id < model.size(); ++id) later.restore(id, model.weight(id));
  const Features x{{0, 1.0F}, {2, 0.5F}};
  EXPECT_EQ(later.probability(x), model.probability(x));
  model.learn(x, 1);
  later.learn(x, 1);
  EXPECT_EQ(later.probability(x), model.probability(x));
}

// The first step, with y = 0: p = 1/2, g = 1/2, G = 1/4, w = -0.5 * 0.5 / (0.5 + 1) = -0.16667. The
// correction to y = 0.8: g = 0 - 0.8, G = 0.25 + 0.64 = 0.89, w = -0.16667 + 0.5 * 0.8 / (0.94340 +
// 1) = 0.03916.
TEST(OnlineLogisticTest, RevisesATargetByTheDifference) {
  OnlineLogistic model({.rate = 0.5, .initial_accumulator = 0, .smoothing = 1});
  model.learn({{4, 1.0F}}, 0);
  EXPECT_NEAR(model.weight(4).w, -0.16667, 1e-5);
  model.revise({{4, 1.0F}}, 0, 0.8);
  EXPECT_NEAR(model.weight(4).w, 0.03916, 1e-5);
  EXPECT_NEAR(model.weight(4).g, 0.89, 1e-6);
}

TEST(OnlineLogisticTest, KeepsAWeightWithinItsBounds) {
  OnlineLogistic model({.rate = 5, .initial_accumulator = 0});
  model.set_prior(0, 0.5);
  model.set_bounds(0, 0, 1);
  const Features x{{0, 1.0F}, {1, 1.0F}};
  for (int i = 0; i < 20; ++i) model.learn(x, 1);
  EXPECT_EQ(model.weight(0).w, 1);
  EXPECT_GT(model.weight(1).w, 1) << "a weight without bounds goes on";
  for (int i = 0; i < 60; ++i) model.learn(x, 0);
  EXPECT_EQ(model.weight(0).w, 0);
  model.restore(0, {7, 1});
  EXPECT_EQ(model.weight(0).w, 1);
}

}  // namespace
}  // namespace porthole::topics
