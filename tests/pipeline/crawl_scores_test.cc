// Strategies that distil the crawl leave their scores in the repository.

#include "tests/pipeline/gather_fixture.h"

namespace porthole::testing {
namespace {

class CrawlScoresTest : public GatherFixture, public ::testing::WithParamInterface<std::string> {
 protected:
  CrawlScoresTest() {
    web_.page("http://a.test/",
              linking("hub", {"http://b.test/", "http://c.test/", "http://d.test/"}));
    web_.page("http://b.test/", linking("authority", {"http://c.test/"}));
    web_.page("http://c.test/", linking("other", {}));
    web_.page("http://d.test/", linking("last", {}));
  }
};

TEST_P(CrawlScoresTest, AreStoredWhileItRunsAndKeptByTheNextRun) {
  const TestCollection collection(from({"http://a.test/"}));
  gatherer::GatherOptions options = up_to(3);
  options.strategy = GetParam();
  options.options = {{"every", "1"}};
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

INSTANTIATE_TEST_SUITE_P(Strategies, CrawlScoresTest, ::testing::Values("hits", "hits-rw"),
                         [](const auto& test) { return test.param == "hits" ? "Hits" : "HitsRw"; });

}  // namespace
}  // namespace porthole::testing
