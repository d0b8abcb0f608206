// The importance of pages in a complete gather: predicted, stored, followed, and balanced
// during the crawl.

#include "gatherer/strategies/crawl_snapshot.h"
#include "gatherer/strategies/distillation.h"
#include "tests/pipeline/gather_fixture.h"
#include "tests/support/importance_model.h"

namespace porthole::testing {

namespace {

class ImportanceOfPagesTest : public GatherFixture {
 protected:
  /// a.test links to a page that links to much, and to one that links to little; both lead on.
  ImportanceOfPagesTest() {
    web_.page("http://a.test/", linking("a", {"/much", "/little"}));
    web_.page("http://a.test/much", linking("much", {"/m1", "/m2", "/m3", "/m4", "/m5", "/m6"}));
    web_.page("http://a.test/little", linking("little", {"/l1"}));
    for (const char* const leaf : {"m1", "m2", "m3", "m4", "m5", "m6", "l1"}) {
      web_.page(std::string("http://a.test/") + leaf, linking(leaf, {}));
    }
  }
  SpecificationText by_alpha(const std::string& alpha) const {
    SpecificationText text = from({"http://a.test/"});
    text.strategy =
        "<strategy name=\"utility\"><option name=\"alpha\" value=\"" + alpha + "\"/></strategy>";
    return text;
  }
};

TEST_F(ImportanceOfPagesTest, IsStoredWithEveryPageThatIsFetched) {
  const TestCollection collection(by_alpha("0"));
  give_importance_model(collection.open());
  collection.gather();
  EXPECT_GT(collection.page("http://a.test/much").importance.value(),
            collection.page("http://a.test/little").importance.value());
  EXPECT_GT(collection.page("http://a.test/little").importance.value(),
            collection.page("http://a.test/l1").importance.value());
}

// The seed links to two pages, "much" to six: its links go before what is left of the seed's.
TEST_F(ImportanceOfPagesTest, PutsFirstWhatAnImportantPageLinksTo) {
  const TestCollection collection(by_alpha("0"));
  give_importance_model(collection.open());
  gatherer::GatherOptions options = up_to(3);
  options.pages_at_once = 1;
  collection.gather(options);
  EXPECT_EQ(collection.pages(),
            (Pages{"http://a.test/", "http://a.test/much", "http://a.test/m1"}));
  EXPECT_GT(collection.url("http://a.test/m6").priority,
            collection.url("http://a.test/little").priority);
}

// No page is on topic: with alpha = 1 all that waits has 0, with alpha = 0 it has the importance of
// what cites it.
TEST_F(ImportanceOfPagesTest, IsTurnedUpWhileTheCrawlRuns) {
  SpecificationText text = by_alpha("1");
  text.politeness = "<politeness delay=\"5\" simulated=\"yes\"/>";
  const TestCollection collection(text);
  give_importance_model(collection.open());
  ManualClock clock(std::chrono::milliseconds(100));
  gatherer::GatherOptions options = up_to(5);
  options.clock = &clock;
  bool changed = false;
  options.progress = [&](const gatherer::Progress& progress) {
    if (progress.under_way == 0) clock.advance(std::chrono::seconds(1));
    if (changed || progress.fetched < 3) return;
    changed = true;
    text.strategy = by_alpha("0").strategy;
    collection.respecify(text);
  };
  collection.gather(options);
  ASSERT_TRUE(changed);
  EXPECT_GT(collection.url("http://a.test/m6").priority, 0.5);
  EXPECT_EQ(collection.repository()->crawl().last_run().value().value().options,
            (std::vector<std::pair<std::string, std::string>>{{"alpha", "0"}}));
}

// Strategies that distil the crawl leave their scores in the repository.

class CrawlScoresTest : public GatherFixture, public ::testing::WithParamInterface<std::string> {
 protected:
  /// More pages than from one run over the graph to the next, and the lag of its scores.
  CrawlScoresTest() {
    std::vector<std::string> cited;
    for (int i = 0; i < kPages; ++i) {
      cited.push_back("http://p" + std::to_string(i) + ".test/");
      web_.page(cited.back(),
                linking("authority", {"http://a.test/"}) + "<p>A telescope, another telescope.");
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
