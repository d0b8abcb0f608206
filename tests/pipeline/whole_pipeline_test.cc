// The complete pipeline: gather, summarise, index, search; and the propagation of a new annotation.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "gatherer/crawl/gather.h"
#include "indexer/indexer.h"
#include "search/ranking/searcher.h"
#include "summarizer/summarize.h"
#include "summarizer/summarizer.h"
#include "tests/support/small_web.h"
#include "tests/support/test_collection.h"

namespace porthole {
namespace {

using testing::SmallWeb;
using testing::SpecificationText;
using testing::TestCollection;

class RiverTest : public ::testing::Test {
 protected:
  static constexpr const char* kTarget = "http://stars.test/m31";

  void SetUp() override {
    web_.page("http://stars.test/",
              "<title>Catalogue</title><p>Objects of the sky.<p><a href=/m31>great nebula in "
              "Andromeda</a>"
              "<p><a href='http://later.test/'>elsewhere</a>");
    web_.page(kTarget, "<title>M 31</title><p>A spiral galaxy, seen by every telescope.");
    web_.page("http://later.test/",
              "<title>Later</title><p>Written later. <a href='http://stars.test/m31'>"
              "our nearest large neighbour</a>");
  }
  TestCollection collection() const {
    SpecificationText text;
    text.seeds = {"http://stars.test/"};
    text.network = testing::gateway_to(web_.gateway());
    return TestCollection(text);
  }
  static std::int64_t summarize(const TestCollection& collection) {
    const auto repository = collection.repository(repository::Access::kWrite);
    const auto report = summarizer::summarize_stale(*repository, {});
    EXPECT_TRUE(report) << report.error().to_string();
    return report ? report->summarized : -1;
  }
  static std::int64_t index(const TestCollection& collection) {
    const auto repository = collection.repository();
    summarizer::RepositorySummaries summaries(*repository, "");
    const auto report = indexer::update_index(collection.open().index_folder(), summaries);
    EXPECT_TRUE(report) << report.error().to_string();
    return report ? report->indexed : -1;
  }
  static std::vector<std::string> search(const TestCollection& collection,
                                         const std::string& query) {
    auto searcher = search::Searcher::open({collection.open().index_folder()});
    EXPECT_TRUE(searcher) << searcher.error().to_string();
    std::vector<std::string> found;
    search::SearchRequest request;
    request.query = query;
    const search::Results results = searcher->search(request).value();
    for (const search::Hit& hit : results.hits) found.push_back(hit.url);
    return found;
  }

  SmallWeb web_;
};

TEST_F(RiverTest, FindsAPageByWhatOthersSayAboutIt) {
  const TestCollection made = collection();
  made.gather();
  EXPECT_EQ(summarize(made), 3);
  EXPECT_EQ(index(made), 3);
  EXPECT_EQ(search(made, "anchor:andromeda"), std::vector<std::string>{kTarget});
  EXPECT_EQ(search(made, "\"nearest large neighbour\" site:stars.test"),
            std::vector<std::string>{kTarget});
  EXPECT_EQ(search(made, "spiral galaxy"), std::vector<std::string>{kTarget});
  EXPECT_TRUE(search(made, "title:recipe").empty());
}

TEST_F(RiverTest, CarriesWhatANewPageSaysDownToTheIndex) {
  const TestCollection made = collection();
  made.gather(testing::up_to(2));
  EXPECT_EQ(summarize(made), 2);
  EXPECT_EQ(index(made), 2);
  EXPECT_TRUE(search(made, "anchor:neighbour").empty());

  made.gather();
  EXPECT_EQ(web_.times_asked(kTarget), 1) << "the page itself is not fetched again";
  EXPECT_EQ(summarize(made), 2) << "the new page, and the one that it speaks about";
  EXPECT_EQ(index(made), 2);
  EXPECT_EQ(search(made, "anchor:neighbour"), std::vector<std::string>{kTarget});
}

TEST_F(RiverTest, MakesOnePageStaleForOneNewAnnotation) {
  web_.page("http://later.test/",
            "<meta name=robots content=noindex><a href='http://stars.test/m31'>"
            "our nearest large neighbour</a>");
  const TestCollection made = collection();
  made.gather(testing::up_to(2));
  summarize(made);
  index(made);
  made.gather();
  EXPECT_EQ(summarize(made), 1);
  EXPECT_EQ(index(made), 1) << "exactly the page that is spoken about is indexed again";
  EXPECT_EQ(search(made, "anchor:neighbour"), std::vector<std::string>{kTarget});
}

}  // namespace
}  // namespace porthole
