#include "labs/experiments/learning_curve.h"

#include <gtest/gtest.h>

#include "tests/support/topic_pages.h"

namespace porthole::labs {
namespace {

CurvePlan plan_of(std::vector<std::size_t> examples) {
  CurvePlan plan;
  plan.models = {{"naive Bayes", {}}};
  plan.examples = std::move(examples);
  plan.draws = 4;
  return plan;
}

// 1, 2, 6: mean 3, s^2 = 7. A quarter is held out: (1/3 + 1/4) * 7 = 49/12, of which the root
// is 2.0207; t of two degrees at .975 is 4.3027, and 4.3027 * 2.0207 = 8.6944.
TEST(MeanOfDrawsTest, HasTheIntervalOfTheCorrectedResampledT) {
  const DrawnMean found = mean_of_draws({1, 2, 6}, 0.25);
  EXPECT_DOUBLE_EQ(found.mean, 3);
  EXPECT_NEAR(found.low, 3 - 8.6944, 1e-3);
  EXPECT_NEAR(found.high, 3 + 8.6944, 1e-3);
}

TEST(MeanOfDrawsTest, OfADifferenceIsThatOfThePairs) {
  const DrawnMean found = difference_of_draws({5, 7, 12}, {4, 5, 6}, 0.25);
  EXPECT_DOUBLE_EQ(found.mean, 3);
  EXPECT_NEAR(found.high, 3 + 8.6944, 1e-3);
}

TEST(LearningCurveTest, MoreExamplesOfOtherGroupsTeachMore) {
  std::mt19937 random{3};
  const topics::TrainingSet set = test::random_set(test::letter_tree(4, 1), 40, 10, random);
  const auto points = learning_curve(set, plan_of({6, 60, 1000}));
  ASSERT_TRUE(points) << points.error().to_string();
  ASSERT_EQ(points->size(), 3U);
  EXPECT_EQ((*points)[1].examples, 60U);
  EXPECT_EQ((*points)[2].examples, 128U) << "a fifth of 160 is held out";
  EXPECT_DOUBLE_EQ((*points)[0].held_share, 0.25);
  const auto accuracy = [&](std::size_t i) {
    return mean_of_draws((*points)[i].models[0].accuracy, 0.25).mean;
  };
  EXPECT_LT(accuracy(0), accuracy(1));
  EXPECT_GT(accuracy(2), 0.95);
  EXPECT_GT((*points)[0].models[0].brier[0], (*points)[2].models[0].brier[0]);
}

TEST(LearningCurveTest, HoldsOutTheGroupsThatItIsTold) {
  std::mt19937 random{3};
  const topics::TrainingSet set = test::random_set(test::letter_tree(2, 1), 10, 2, random);
  CurvePlan plan = plan_of({100});
  plan.held_groups = {"a1", "b0"};
  const auto points = learning_curve(set, plan);
  ASSERT_TRUE(points) << points.error().to_string();
  EXPECT_EQ((*points)[0].examples, 15U) << "a group has five of the twenty pages";
  plan.held_groups = {"none"};
  EXPECT_FALSE(learning_curve(set, plan));
}

}  // namespace
}  // namespace porthole::labs
