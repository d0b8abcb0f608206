#include "search/query/synonyms.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "search/ranking/searcher.h"
#include "tests/support/index_folder.h"

namespace porthole::search {
namespace {

using test::IndexFolder;
using test::summary_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

class SynonymsTest : public ::testing::Test {
 protected:
  SynonymsTest() {
    index_.add({summary_of("https://x.example/word", "", "the light curve of a star"),
                summary_of("https://x.example/synonym", "", "photometry of one star"),
                summary_of("https://x.example/phrase", "", "notes on magnitude series of stars"),
                summary_of("https://x.example/apart", "", "series of a great magnitude"),
                summary_of("https://x.example/galaxy", "", "a galaxy and its light")},
               {.synonyms = {{"Light Curves", "photometry"},
                             {"light curve", "magnitude series"},
                             {"galaxies", "nebula"},
                             {"galaxies", "star"}}});
  }

  Results search(const std::string& query, bool explain = false) {
    auto searcher = Searcher::open({index_.path()}, {.relevance = 0});
    EXPECT_TRUE(searcher) << searcher.error().to_string();
    SearchRequest request{query};
    request.explain = explain;
    auto results = searcher->search(request);
    EXPECT_TRUE(results) << results.error().to_string();
    return results.value_or(Results{});
  }
  std::vector<std::string> pages(const std::string& query) {
    std::vector<std::string> found;
    for (const Hit& hit : search(query).hits)
      found.push_back(hit.url.substr(hit.url.rfind('/') + 1));
    return found;
  }

  IndexFolder index_;
};

TEST_F(SynonymsTest, PagesThatHaveASynonymInsteadStandBehindThoseThatHaveTheWords) {
  const std::vector<std::string> found = pages("light curves");
  EXPECT_THAT(found, UnorderedElementsAre("word", "synonym", "phrase", "galaxy"));
  EXPECT_EQ(found.at(0), "word");
}

TEST_F(SynonymsTest, AreNotLookedForWhenTheQueryAsksForTheWordItself) {
  for (const char* query :
       {"\"light curve\"", "+light +curve", "light NEAR curve", "+light -photometry +curve"}) {
    EXPECT_THAT(pages(query), ElementsAre("word")) << query;
    EXPECT_THAT(search(query).notes, IsEmpty()) << query;
  }
  EXPECT_THAT(pages("title:galaxy"), IsEmpty());
  EXPECT_THAT(pages("light -galaxy"), ElementsAre("word"));
}

TEST_F(SynonymsTest, OfSeveralWordsBelongToAllOfThemSideBySide) {
  EXPECT_THAT(pages("curve light"), ElementsAre("word", "galaxy"));
  EXPECT_THAT(pages("light"), UnorderedElementsAre("word", "galaxy"));
  EXPECT_THAT(pages("light OR curve"), UnorderedElementsAre("word", "galaxy"));
  EXPECT_THAT(pages("planet OR (light curve)"), UnorderedElementsAre("word", "synonym", "phrase"));
}

TEST_F(SynonymsTest, CountAsOneWordInTheScoreAndAreNamedInItsExplanation) {
  const Results results = search("galaxy", true);
  ASSERT_EQ(results.hits.size(), 4u);
  EXPECT_EQ(results.hits[0].url, "https://x.example/galaxy");
  for (const Hit& hit : results.hits) {
    double sum = 0;
    for (const ScorePart& part : hit.explanation) sum += part.weight;
    EXPECT_NEAR(sum, hit.score, 1e-9) << hit.url;
  }
  const std::vector<ScorePart>& parts = results.hits[1].explanation;
  EXPECT_TRUE(std::any_of(parts.begin(), parts.end(), [](const ScorePart& part) {
    return part.kind == "synonym" && part.words == "nebula, star";
  }));
}

TEST_F(SynonymsTest, ANoteNamesThemAndHowToLeaveThemOut) {
  EXPECT_THAT(search("galaxy").notes, ElementsAre("\"galaxy\" also finds pages that have nebula or "
                                                  "star instead; in quotation marks it does not."));
  EXPECT_THAT(search("photometry").notes, IsEmpty());
}

TEST_F(SynonymsTest, AQueryHasNoMoreOfThemThanItsLimit) {
  std::vector<indexer::Synonym> many;
  for (int i = 0; i < 50; ++i) many.push_back({"star", "word" + std::to_string(i)});
  index_.add({}, {.synonyms = many});
  EXPECT_THAT(search("star").notes.at(0), HasSubstr(" or one of 15 more"));
  Query query = parse_query("star star star star star star star", QueryFields()).value();
  SynonymTable(Xapian::Database(index_.path().string())).add_to(query);
  std::size_t added = 0;
  for (const Node& node : query.root.children) added += node.synonyms.size();
  EXPECT_EQ(added, kSynonymsInAll);
}

}  // namespace
}  // namespace porthole::search
