#include "labs/benchmarks/retrieval/significance.h"

#include <gtest/gtest.h>

namespace porthole::labs {
namespace {

// Among the 2^10 ways to give ten equal differences signs, two have a mean as far from zero: p = 2
// / 1024.
TEST(SignificanceTest, TenEqualDifferencesHaveThePThatCountingGives) {
  const Comparison found = compare({std::vector<double>(10, 0.1)});
  EXPECT_NEAR(found.mean, 0.1, 1e-12);
  EXPECT_NEAR(found.p, 2.0 / 1024, 5e-4);
  EXPECT_NEAR(found.low, 0.1, 1e-12);
  EXPECT_NEAR(found.high, 0.1, 1e-12);
}

TEST(SignificanceTest, DifferencesThatCancelShowNothing) {
  const Comparison found = compare({{0.3, -0.3, 0.1, -0.1, 0.2, -0.2}});
  EXPECT_NEAR(found.mean, 0, 1e-12);
  EXPECT_NEAR(found.p, 1, 1e-9);
  EXPECT_LT(found.low, 0);
  EXPECT_GT(found.high, 0);
}

TEST(SignificanceTest, EachCollectionCountsAlikeHoweverManyQueriesItHas) {
  EXPECT_NEAR(compare({std::vector<double>(100, 0.0), {0.2, 0.2}}).mean, 0.1, 1e-12);
}

}  // namespace
}  // namespace porthole::labs
