#include <gtest/gtest.h>

#include <cmath>

#include "topics/classify/naive_bayes.h"

namespace porthole::topics {
namespace {

// One child's pages have the term at rates 0.2 and 0.4: mean 0.3, variance 0.01. The other's at 0
// and 0.1: mean 0.05, variance 0.0025. (0.3 - 0.05)^2 / (0.01 + 0.0025) = 0.0625 / 0.0125 = 5.
TEST(FisherIndexTest, IsTheScatterBetweenChildrenOverThatWithin) {
  FisherSum sum;
  sum.add({.units = 2, .with_term = 2, .sum = 0.6, .squares = 0.2});
  sum.add({.units = 2, .with_term = 1, .sum = 0.1, .squares = 0.01});
  EXPECT_NEAR(sum.value(2), 5, 1e-12);
  // A third child without the term has mean and variance 0, and need not be added:
  // (0.0625 + 0.3^2 + 0.05^2) / 0.0125 = 0.155 / 0.0125 = 12.4.
  EXPECT_NEAR(sum.value(3), 12.4, 1e-12);
}

TEST(FisherIndexTest, IsZeroForATermThatAllChildrenHaveAlike) {
  FisherSum sum;
  sum.add({.units = 2, .with_term = 2, .sum = 0.6, .squares = 0.2});
  sum.add({.units = 2, .with_term = 2, .sum = 0.6, .squares = 0.2});
  EXPECT_NEAR(sum.value(2), 0, 1e-12);
}

TEST(FisherIndexTest, StaysFiniteWithoutVariance) {
  FisherSum sum;
  sum.add({.units = 1, .with_term = 1, .sum = 0.5, .squares = 0.25});
  EXPECT_TRUE(std::isfinite(sum.value(2)));
  EXPECT_GT(sum.value(2), 1e6);
}

// Two children of two pages. The term is on both pages of one and on none of the other: it tells
// all, ln 2.
TEST(MutualInformationTest, OfATermThatTellsTheChildrenApartIsTheirEntropy) {
  InformationSum sum;
  sum.add({.units = 2, .with_term = 2});
  EXPECT_NEAR(sum.value(4, 2 * n_log_n(2)), std::log(2.0), 1e-12);
}

// On both pages of one and on one of the other: Pr[t, c1] = 1/2, Pr[t, c2] = Pr[not t, c2] = 1/4,
// Pr[t] = 3/4: 1/2 ln(4/3) + 1/4 ln(2/3) + 1/4 ln 2 = 0.143841 - 0.101366 + 0.173287 = 0.215762.
TEST(MutualInformationTest, OfATermThatTellsThemPartlyApart) {
  InformationSum sum;
  sum.add({.units = 2, .with_term = 2});
  sum.add({.units = 2, .with_term = 1});
  EXPECT_NEAR(sum.value(4, 2 * n_log_n(2)), 0.215762, 1e-6);
}

TEST(MutualInformationTest, OfATermThatIsEverywhereIsZero) {
  InformationSum sum;
  sum.add({.units = 2, .with_term = 2});
  sum.add({.units = 3, .with_term = 3});
  EXPECT_NEAR(sum.value(5, n_log_n(2) + n_log_n(3)), 0, 1e-12);
}

}  // namespace
}  // namespace porthole::topics
