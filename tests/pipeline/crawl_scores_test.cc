// Strategies that distil the crawl leave their scores in the repository.

#include "gatherer/strategies/crawl_snapshot.h"
#include "gatherer/strategies/distillation.h"
#include "tests/pipeline/gather_fixture.h"

namespace porthole::testing {
namespace {

class CrawlScoresTest : public GatherFixture, public ::testing::WithParamInterface<std::string> {
 protected:
  /// More pages than from one run over the graph to the next, and the lag of its scores.
  CrawlScoresTest() {
    std::vector<std::string> cited;
    for (int i = 0; i < kPages; ++i) {
      cited.push_back("http://p" + std::to_string(i) + ".test/");
      web_.page(cited.back(), linking("authority", {"http://a.test/"}));
    }
    web_.page("http://a.test/", linking("hub", cited));
  }
  static constexpr int kPages = 115;
};

TEST_P(CrawlScoresTest, AreStoredWhileItRunsAndKeptByTheNextRun) {
  const TestCollection collection(from({"http://a.test/"}));
  gatherer::GatherOptions options = up_to(kPages);
  options.strategy = GetParam();
  collection.gather(options);
  const auto authorities = [&] {
    std::set<repository::UrlId> pages;
    const auto repository = collection.repository();
    EXPECT_TRUE(repository->scores().for_each([&](const repository::ScoreRecord& score) {
      EXPECT_TRUE(repository->pages().get(score.page).value())
          << "what is cited and no page yet has none";
      if (score.authority > 0) pages.insert(score.page);
      return true;
    }));
    return pages;
  };
  EXPECT_FALSE(authorities().empty());
  EXPECT_GT(collection.repository()
                ->scores()
                .get(collection.url("http://a.test/").id)
                .value()
                .value()
                .hub,
            0);
  collection.gather(by("breadth-first"));
  EXPECT_FALSE(authorities().empty());
}

// The first two pages are distilled; the third comes after, and is cited as the second is. They are
// more relevant than the first, so that they may be authorities.
TEST_F(GatherFixture, ScoresOfADistillationFollowTheCrawl) {
  const std::string words = "<p>The telescope shows a light curve, another telescope one more.</p>";
  web_.page("http://a.test/",
            linking("hub", {"http://b.test/", "http://c.test/"}) + "<p>A telescope.</p>");
  web_.page("http://b.test/", linking("telescope", {}) + words);
  web_.page("http://c.test/", linking("telescope", {}) + words);
  const TestCollection collection(from({"http://a.test/"}));
  collection.gather(up_to(2));
  {
    const auto repository = collection.repository(repository::Access::kWrite);
    auto snapshot = gatherer::snapshot_of(*repository);
    ASSERT_TRUE(snapshot) << snapshot.error().to_string();
    const auto found = gatherer::distill(std::move(*snapshot));
    ASSERT_TRUE(repository->scores().put_distilled(found.scores(), found.scale()));
  }
  collection.gather(up_to(3));
  const auto repository = collection.repository();
  const auto authority = [&](const std::string& url) {
    const auto score = repository->scores().get(collection.url(url).id).value();
    return score ? score->authority : 0;
  };
  EXPECT_GT(authority("http://b.test/"), 0);
  EXPECT_GT(authority("http://c.test/"), 0);
  EXPECT_TRUE(repository->score_changes().logged(10)->empty());
}

INSTANTIATE_TEST_SUITE_P(Strategies, CrawlScoresTest, ::testing::Values("hits", "hits-rw"),
                         [](const auto& test) { return test.param == "hits" ? "Hits" : "HitsRw"; });

}  // namespace
}  // namespace porthole::testing
