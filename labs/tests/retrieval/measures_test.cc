#include "labs/benchmarks/retrieval/measures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "labs/benchmarks/retrieval/judged_collection.h"
#include "tests/support/temp_dir.h"

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

using ::testing::ElementsAre;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

class JudgedCollectionTest : public ::testing::Test {
 protected:
  void write(const char* name, const std::string& text) {
    std::ofstream(folder_.path() / name) << text;
  }

  porthole::testing::TempDir folder_;
};

TEST_F(JudgedCollectionTest, ReadsGradesFromOneTheBestAndLeavesOutWhatNobodyJudged) {
  write("docs.jsonl",
        "{\"id\":\"1\",\"title\":\"Hubs\",\"text\":\"quiet "
        "gears\"}\n{\"id\":\"2\",\"title\":\"Oil\",\"text\":\"\"}\n");
  write("queries.tsv", "a\tThe quiet -gear?\nb\tnothing\n");
  write("qrels.txt", "a 0 1 1\na 0 2 4\na 0 3 -1\n");
  const auto collection = read_judged_collection(folder_.path());
  ASSERT_TRUE(collection) << collection.error().to_string();
  EXPECT_EQ(collection->documents.size(), 2u);
  ASSERT_EQ(collection->queries.size(), 1u);
  EXPECT_EQ(collection->queries[0].text(), "the quiet gear");
  EXPECT_THAT(collection->queries[0].judged, UnorderedElementsAre(Pair("1", 4), Pair("2", 1)));
}

TEST_F(JudgedCollectionTest, IsIndexedAndAskedByTheProgramsOwnIndexerAndSearcher) {
  write("docs.jsonl",
        "{\"id\":\"1\",\"title\":\"Hubs\",\"text\":\"quiet gears\"}\n"
        "{\"id\":\"2\",\"title\":\"Oil\",\"text\":\"chains want oil\"}\n"
        "{\"id\":\"3\",\"title\":\"Tea\",\"text\":\"leaves\"}\n");
  write("queries.tsv", "a\tgear of hubs\n");
  write("qrels.txt", "a 0 1 1\n");
  const auto collection = read_judged_collection(folder_.path());
  ASSERT_TRUE(collection) << collection.error().to_string();
  ASSERT_TRUE(index_ours(*collection, folder_.path() / "index", Fields::kOne));
  auto searcher = search::Searcher::open({folder_.path() / "index"});
  ASSERT_TRUE(searcher) << searcher.error().to_string();
  const auto ranked = ranked_by_us(*searcher, collection->queries[0], 1000, false);
  ASSERT_TRUE(ranked) << ranked.error().to_string();
  EXPECT_THAT(*ranked, ElementsAre("1"));
}

TEST_F(JudgedCollectionTest, AMissingFileIsNamed) {
  const auto collection = read_judged_collection(folder_.path());
  ASSERT_FALSE(collection);
  EXPECT_THAT(collection.error().to_string(), ::testing::HasSubstr("docs.jsonl"));
}

}  // namespace
}  // namespace porthole::labs
