// An index that has pages off topic, too: they are left out unless asked for, and then marked.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "base/json/json.h"
#include "search/ranking/searcher.h"
#include "search/site/json.h"
#include "search/site/site.h"
#include "tests/support/index_folder.h"
#include "tests/support/listed_pages.h"

namespace porthole::search {
namespace {

using test::IndexFolder;
using test::summary_of;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;

const indexer::TopicPages kPages = {{"https://off.example/1", false},
                                    {"https://off.example/2", false}};

indexer::IndexOptions taking(indexer::OffTopic off_topic) {
  indexer::IndexOptions options;
  options.on_topic = &kPages;
  options.off_topic = off_topic;
  return options;
}

class OffTopicTest : public ::testing::Test {
 protected:
  void make(indexer::OffTopic off_topic) {
    index_.add(
        {summary_of("https://on.example/1", "A wheel", "A gear and a wheel."),
         summary_of("https://on.example/2", "A hub", "A gear and a hub."),
         summary_of("https://off.example/1", "A gear", "A gear of cheese, a gear of butter."),
         summary_of("https://off.example/2", "Cheese", "A gear of cheese.")},
        taking(off_topic));
  }

  Results search(const SearchRequest& request) {
    auto searcher = Searcher::open({index_.path()});
    EXPECT_TRUE(searcher) << searcher.error().to_string();
    auto results = searcher->search(request);
    EXPECT_TRUE(results) << results.error().to_string();
    return results.value_or(Results{});
  }

  static std::vector<std::string> urls(const Results& results) {
    std::vector<std::string> found;
    for (const Hit& hit : results.hits) found.push_back((hit.off_topic ? "-" : "") + hit.url);
    return found;
  }

  IndexFolder index_;
};

TEST_F(OffTopicTest, PagesOffTopicAreLeftOutAndCounted) {
  make(indexer::OffTopic::kTakeIn);
  const Results results = search({.query = "gear"});
  EXPECT_THAT(urls(results), UnorderedElementsAre("https://on.example/1", "https://on.example/2"));
  EXPECT_EQ(results.estimated, 2);
  EXPECT_EQ(results.off_topic, 2);
  EXPECT_EQ(results.documents, 2);
}

TEST_F(OffTopicTest, AreFoundAndMarkedWhenAskedFor) {
  make(indexer::OffTopic::kTakeIn);
  const Results results = search({.query = "gear", .off_topic = true});
  EXPECT_THAT(urls(results),
              UnorderedElementsAre("https://on.example/1", "https://on.example/2",
                                   "-https://off.example/1", "-https://off.example/2"));
  EXPECT_EQ(results.estimated, 4);
  EXPECT_EQ(results.off_topic, 0) << "nothing was left out";
  EXPECT_EQ(results.documents, 4);
}

TEST_F(OffTopicTest, AreOfferedWhereNothingElseIsFound) {
  make(indexer::OffTopic::kTakeIn);
  const Results results = search({.query = "cheese"});
  EXPECT_THAT(results.hits, IsEmpty());
  EXPECT_EQ(results.off_topic, 2);
}

TEST_F(OffTopicTest, AreLeftOutOfAllPagesOfFiltersAndOfSimilarPages) {
  make(indexer::OffTopic::kTakeIn);
  for (const char* query : {"*", "type:text/html", "like:https://on.example/1", "gear OR cheese",
                            "gear -cheese", "sort:date"}) {
    const Results results = search({.query = query});
    for (const Hit& hit : results.hits) EXPECT_FALSE(hit.off_topic) << query << ' ' << hit.url;
    EXPECT_FALSE(results.hits.empty()) << query;
  }
}

TEST_F(OffTopicTest, TheTopicFacetCountsPagesOnTopicAlone) {
  make(indexer::OffTopic::kTakeIn);
  const Results results = search({.query = "gear", .off_topic = true, .facets = true});
  for (const FacetCounts& facet : results.facets) {
    if (facet.name != "topic") continue;
    ASSERT_THAT(facet.values, SizeIs(1));
    EXPECT_EQ(facet.values[0].value, "Cycling");
    EXPECT_EQ(facet.values[0].pages, 2);
    EXPECT_THAT(urls(search({.query = facet.values[0].query, .off_topic = true})), SizeIs(2));
    return;
  }
  FAIL() << "no facet of topics";
}

TEST_F(OffTopicTest, NothingIsOfferedWhereTheIndexHasNone) {
  make(indexer::OffTopic::kLeaveOut);
  EXPECT_EQ(search({.query = "gear"}).off_topic, 0);
  EXPECT_THAT(search({.query = "gear", .off_topic = true}).hits, SizeIs(2));
  EXPECT_EQ(search({.query = "cheese"}).off_topic, 0);
}

TEST_F(OffTopicTest, CollectionsThatHaveThemAndThatHaveNotAreSearchedTogether) {
  make(indexer::OffTopic::kTakeIn);
  IndexFolder other;
  other.add({summary_of("https://third.example/", "A third", "A gear of the other index.")});
  auto searcher = Searcher::open({index_.path(), other.path()});
  ASSERT_TRUE(searcher);
  const auto results = searcher->search({.query = "gear"});
  ASSERT_TRUE(results);
  EXPECT_THAT(urls(*results), SizeIs(3));
  EXPECT_EQ(results->off_topic, 2);
  EXPECT_EQ(results->documents, 3);
}

TEST_F(OffTopicTest, TheApiSaysHowManyAndWhich) {
  make(indexer::OffTopic::kTakeIn);
  const auto left_out = nlohmann::json::parse(results_as_json(search({.query = "gear"})));
  EXPECT_EQ(left_out["off_topic"], 2);
  const auto all =
      nlohmann::json::parse(results_as_json(search({.query = "cheese", .off_topic = true})));
  EXPECT_EQ(all["off_topic"], 0);
  for (const auto& one : all["results"]) EXPECT_EQ(one["off_topic"], true);
}

TEST_F(OffTopicTest, ThePageOffersThemAndLeadsBack) {
  make(indexer::OffTopic::kTakeIn);
  auto site =
      Site::open({{"cycling", index_.path(),
                   std::make_shared<test::ListedPages>(std::vector<summarizer::Summary>())}});
  ASSERT_TRUE(site) << site.error().to_string();
  const auto page = [&](const std::string& target) {
    return (*site)->answer({"GET", target, "http://localhost"}).body;
  };
  const std::string left_out = page("/search?q=gear");
  EXPECT_THAT(left_out,
              HasSubstr("<a href=\"/search?q=gear&amp;all=1\">Also 2 pages off topic</a>"));
  EXPECT_THAT(left_out, Not(HasSubstr("off.example")));
  const std::string nothing = page("/search?q=butter");
  EXPECT_THAT(nothing, HasSubstr("Nothing found"));
  EXPECT_THAT(nothing,
              HasSubstr("<a href=\"/search?q=butter&amp;all=1\">Also 1 page off topic</a>"));
  const std::string all = page("/search?q=gear&all=1");
  EXPECT_THAT(all, HasSubstr("off.example"));
  EXPECT_THAT(all, HasSubstr("<span class=\"off-topic\">off topic</span>"));
  EXPECT_THAT(all, HasSubstr("<a href=\"/search?q=gear\">Leave them out</a>"));
  EXPECT_THAT(page("/"), HasSubstr("2 pages"));
}

}  // namespace
}  // namespace porthole::search
