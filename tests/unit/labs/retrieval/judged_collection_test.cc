#include "labs/benchmarks/retrieval/judged_collection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "labs/benchmarks/retrieval/measures.h"
#include "tests/support/temp_dir.h"

namespace porthole::labs {
namespace {

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
  auto searcher = search::Searcher::open({folder_.path() / "index"}, plain_bm25());
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
