#include "labs/benchmarks/retrieval/measures.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace porthole::labs {
namespace {

// Worked out by hand: a and c are relevant, with gains 2 and 1, and e is not found.
const Judgements kJudged = {{"a", 2}, {"c", 1}, {"e", 1}};
const Ranked kRanked = {"b", "a", "d", "c"};

TEST(MeasuresTest, DiscountsTheGainOfADocumentByItsRankAndDividesByTheIdeal) {
  const double gained = 3 / std::log2(3) + 1 / std::log2(5);
  const double ideal = 3 / std::log2(2) + 1 / std::log2(3) + 1 / std::log2(4);
  EXPECT_NEAR(ndcg(kRanked, kJudged, 10), gained / ideal, 1e-12);
  EXPECT_NEAR(ndcg(kRanked, kJudged, 2), 3 / std::log2(3) / (3 + 1 / std::log2(3)), 1e-12);
  EXPECT_DOUBLE_EQ(ndcg({"a", "e", "c"}, kJudged, 10), 1);
}

TEST(MeasuresTest, AveragesThePrecisionAtEachRelevantDocumentOverAllOfThem) {
  EXPECT_NEAR(average_precision(kRanked, kJudged), (1.0 / 2 + 2.0 / 4) / 3, 1e-12);
}

TEST(MeasuresTest, PrecisionIsOfTheDepthAndRecallOfAllThatIsRelevant) {
  EXPECT_DOUBLE_EQ(precision(kRanked, kJudged, 10), 0.2);
  EXPECT_DOUBLE_EQ(precision(kRanked, kJudged, 2), 0.5);
  EXPECT_DOUBLE_EQ(recall(kRanked, kJudged, 100), 2.0 / 3);
  EXPECT_DOUBLE_EQ(reciprocal_rank(kRanked, kJudged), 0.5);
}

TEST(MeasuresTest, NothingFoundIsWorthNothing) {
  EXPECT_EQ(ndcg({}, kJudged, 10), 0);
  EXPECT_EQ(average_precision({}, kJudged), 0);
  EXPECT_EQ(recall({}, kJudged, 100), 0);
  EXPECT_EQ(reciprocal_rank({"x"}, kJudged), 0);
}

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
