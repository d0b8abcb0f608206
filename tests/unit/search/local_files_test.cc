// Documents of this machine (file:) are one site, of which a search shows any number: their
// annotations of each other are not recommendations.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "search/ranking/searcher.h"
#include "tests/support/index_folder.h"

namespace porthole::search {
namespace {

using summarizer::Summary;
using test::IndexFolder;
using test::said;
using test::summary_of;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::SizeIs;

Summary file(const std::string& path) {
  return summary_of("file://" + path, "The file " + path, "A paper on gears in " + path + ".");
}

class LocalFilesTest : public ::testing::Test {
 protected:
  LocalFilesTest() {
    Summary cited = file("/srv/papers/1999/hits.html");
    for (const char* page :
         {"file:///srv/papers/", "file:///srv/papers/a.html", "file:///srv/papers/2000/b.html"}) {
      cited.annotations_by_others.push_back(said(page, "hubs and authorities"));
    }
    index_.add({cited, file("/srv/papers/a.html"), file("/srv/papers/2000/b.html"),
                summary_of("https://gears.example/", "Gears", "A page on gears.")});
  }

  Results search(const SearchRequest& request) {
    auto searcher = Searcher::open({index_.path()});
    EXPECT_TRUE(searcher) << searcher.error().to_string();
    auto results = searcher->search(request);
    EXPECT_TRUE(results) << results.error().to_string();
    return results.value_or(Results{});
  }

  IndexFolder index_;
};

TEST_F(LocalFilesTest, OneFileDoesNotRecommendAnother) {
  const Results results = search({.query = "authorities"});
  ASSERT_THAT(results.hits, SizeIs(1));
  EXPECT_EQ(results.hits[0].annotators, 1);
  EXPECT_EQ(results.hits[0].recommendations, 0);
  EXPECT_THAT(search({.query = "gears", .min_recommendations = 1}).hits, SizeIs(0));
}

TEST_F(LocalFilesTest, AreAllShownWherePagesOfOneSiteOfTheWebAreNot) {
  index_.add({summary_of("https://gears.example/2", "Teeth", "The teeth of gears are cut.")});
  const Results results = search({.query = "gears", .per_site = 1});
  ASSERT_THAT(results.hits, SizeIs(4));
  for (const Hit& hit : results.hits) {
    EXPECT_EQ(hit.more_from_site, hit.site == "file:" ? 0 : 1) << hit.url;
  }
}

TEST_F(LocalFilesTest, AreFoundAndCountedAsASite) {
  const auto sites = [](const Results& results) {
    std::vector<std::string> found;
    for (const Hit& hit : results.hits) found.push_back(hit.site);
    return found;
  };
  for (const char* query : {"site:file:", "gears site:file:", "site:FILE:///srv/papers/"}) {
    const Results results = search({.query = query});
    EXPECT_THAT(results.hits, SizeIs(3)) << query;
    EXPECT_THAT(sites(results), Each("file:")) << query;
  }
  const Results all = search({.query = "gears", .facets = true});
  for (const FacetCounts& facet : all.facets) {
    if (facet.name != "site") continue;
    ASSERT_THAT(facet.values, SizeIs(2));
    EXPECT_EQ(facet.values[0].value, "file:");
    EXPECT_EQ(facet.values[0].pages, 3);
    EXPECT_THAT(search({.query = facet.values[0].query}).hits, SizeIs(3)) << facet.values[0].query;
    return;
  }
  FAIL() << "no facet of sites";
}

}  // namespace
}  // namespace porthole::search
