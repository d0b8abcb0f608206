// The reasons for a URL's rating, computed from a stored crawl.

#include <algorithm>
#include <filesystem>

#include "gatherer/report/explanation.h"
#include "gatherer/restart/strategy_replay.h"
#include "gatherer/strategies/strategy_registry.h"
#include "tests/pipeline/gather_fixture.h"
#include "tests/support/importance_model.h"

namespace porthole::testing {
namespace {

class ExplainOptionsTest : public GatherFixture {
 protected:
  static gatherer::ExplainedRating explain(const TestCollection& collection,
                                           const std::string& url) {
    const auto repository = collection.repository();
    const auto explained =
        gatherer::explain_rating(collection.open(), *repository, collection.url(url).id);
    EXPECT_TRUE(explained);
    return explained ? *explained : gatherer::ExplainedRating();
  }
  /// As after a kill: the strategy is told of the pages and links again.
  static void forget_checkpoint(const TestCollection& collection) {
    EXPECT_TRUE(std::filesystem::remove(collection.folder() / "crawl.checkpoint"));
  }
  SpecificationText learned() const {
    SpecificationText text = from({"http://a.test/"});
    text.strategy = "<strategy name=\"learned\"/>";
    return text;
  }
  /// Fetched one after the other.
  static gatherer::GatherOptions two_pages() {
    gatherer::GatherOptions options = up_to(2);
    options.pages_at_once = 1;
    return options;
  }
};

class ExplainRatingTest : public ExplainOptionsTest,
                          public ::testing::WithParamInterface<std::string> {
 protected:
  // The seed is on the topic and links to two pages; the crawl ends before either is fetched.
  std::unique_ptr<TestCollection> crawl_one_page(const std::string& strategy) {
    std::string html = "<title>Telescopes</title><p>";
    for (int i = 0; i < 12; ++i) html += "telescope ";
    web_.page("http://a.test/",
              html + "</p>" + link("/telescope", "my telescope") + link("http://b.test/", "soups"));
    SpecificationText text = from({"http://a.test/"});
    text.strategy = "<strategy name=\"" + strategy + "\"/>";
    auto collection = std::make_unique<TestCollection>(text);
    give_importance_model(collection->open());
    collection->gather(up_to(1));
    return collection;
  }
};

TEST_P(ExplainRatingTest, FindsThePriorityThatTheCrawlHadWithReasonsForWhatWaits) {
  const auto collection = crawl_one_page(GetParam());
  for (const bool replays : {false, true}) {
    if (replays) forget_checkpoint(*collection);
    for (const char* const url : {"http://a.test/telescope", "http://b.test/"}) {
      const gatherer::ExplainedRating explained = explain(*collection, url);
      EXPECT_EQ(explained.strategy, GetParam());
      EXPECT_DOUBLE_EQ(explained.rating.priority, collection->url(url).priority) << url;
      for (const gatherer::Reason& reason : explained.reasons) EXPECT_FALSE(reason.what.empty());
    }
  }
  EXPECT_EQ(explain(*collection, "http://a.test/telescope").reasons.empty(),
            GetParam() == "breadth-first")
      << "the distance is the rating";
  EXPECT_TRUE(explain(*collection, "http://a.test/").reasons.empty()) << "it was fetched";
}

INSTANTIATE_TEST_SUITE_P(Strategies, ExplainRatingTest,
                         ::testing::ValuesIn(gatherer::strategy_names()), [](const auto& test) {
                           std::string name = test.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

// The first link leads nowhere; a URL of its folder still waits when the crawl ends.
TEST_F(ExplainOptionsTest, KnowsTheFailuresOfAnEarlierRun) {
  std::string html = "<title>Telescopes</title><p>";
  for (int i = 0; i < 12; ++i) html += "telescope ";
  web_.page("http://a.test/", html + "</p>" + link("http://a.test/x/gone", "telescope") +
                                  link("http://a.test/soup", "soup") +
                                  link("http://a.test/x/stew", "stew"));
  web_.page("http://a.test/soup", "<title>Soup</title>");
  web_.page("http://a.test/x/stew", "<title>Stew</title>");
  const TestCollection collection(learned());
  collection.gather(two_pages());
  EXPECT_EQ(collection.url("http://a.test/x/gone").reason, repository::http_reason(404));
  ASSERT_EQ(collection.url("http://a.test/x/stew").state, repository::UrlState::kQueued);
  forget_checkpoint(collection);
  const gatherer::ExplainedRating explained = explain(collection, "http://a.test/x/stew");
  EXPECT_NEAR(explained.rating.priority, collection.url("http://a.test/x/stew").priority, 1e-3);
  EXPECT_TRUE(std::any_of(explained.reasons.begin(), explained.reasons.end(), [](const auto& r) {
    return r.what == "requests to its folder and site that failed";
  }));
}

TEST_F(ExplainOptionsTest, KnowsWhatASitemapOfAnEarlierRunNamed) {
  web_.robots("http://a.test", "Sitemap: http://a.test/sitemap.txt\n");
  web_.answer("http://a.test/sitemap.txt", 200, "Content-Type: text/plain\r\n",
              "http://a.test/hidden\n");
  web_.page("http://a.test/", "<title>Telescopes</title>" + link("http://a.test/1", "telescope"));
  for (const char* url : {"http://a.test/1", "http://a.test/hidden"}) web_.page(url, "<p>Stew");
  SpecificationText text = learned();
  text.strategy =
      "<strategy name=\"learned\"><option name=\"min-priority\" value=\"0.99\"/></strategy>";
  const TestCollection collection(text);
  collection.gather();
  EXPECT_EQ(collection.state("http://a.test/hidden"), "dropped: below threshold");
  const auto names_sitemap = [&] {
    const auto reasons = explain(collection, "http://a.test/hidden").reasons;
    return std::any_of(reasons.begin(), reasons.end(),
                       [](const auto& r) { return r.what == "a sitemap names it"; });
  };
  EXPECT_TRUE(names_sitemap());
  forget_checkpoint(collection);
  EXPECT_TRUE(names_sitemap());
}

// The page in /x/ is about telescopes and has little text, so that the folder is worth little.
TEST_F(ExplainOptionsTest, KnowsHowMuchThePagesOfAnEarlierRunSay) {
  web_.page("http://a.test/", "<title>Soup</title><p>Soup</p>" +
                                  link("http://a.test/x/one", "telescope") +
                                  link("http://a.test/x/two", "stew"));
  web_.page("http://a.test/x/one", "<title>Telescopes</title><p>A telescope.</p>");
  web_.page("http://a.test/x/two", "<title>Stew</title>");
  const TestCollection collection(learned());
  collection.gather(two_pages());
  ASSERT_EQ(collection.url("http://a.test/x/two").state, repository::UrlState::kQueued);
  forget_checkpoint(collection);
  const gatherer::ExplainedRating explained = explain(collection, "http://a.test/x/two");
  EXPECT_NEAR(explained.rating.priority, collection.url("http://a.test/x/two").priority, 1e-3);
}

// Whoever wrote the URL must not write the command.
TEST_F(ExplainOptionsTest, TheCommandThatAddsAUrlIsSafeInAShell) {
  web_.page("http://a.test/", "<title>A</title>");
  const TestCollection collection(from({"http://a.test/"}));
  collection.gather();
  const auto repository = collection.repository();
  const auto explained =
      gatherer::explain(collection.open(), *repository, "http://a.test/$(id);x&y");
  ASSERT_FALSE(explained);
  EXPECT_NE(explained.error().hint.find(" 'http://a.test/$(id);x&y'"), std::string::npos)
      << explained.error().hint;
}

}  // namespace
}  // namespace porthole::testing
