// The importance of pages in a complete gather: predicted, stored, followed, and balanced
// during the crawl.

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

TEST_F(ImportanceOfPagesTest, IsNothingWithoutAModel) {
  const TestCollection collection(from({"http://a.test/"}));
  collection.gather();
  EXPECT_EQ(collection.page("http://a.test/much").importance, std::nullopt);
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

TEST_F(ImportanceOfPagesTest, AsksForAModelBeforeAnythingIsFetched) {
  const TestCollection collection(by_alpha("0.5"));
  const auto report = collection.try_gather();
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::kIncomplete);
  EXPECT_NE(report.error().hint.find("porthole train"), std::string::npos);
  EXPECT_TRUE(web_.asked().empty());
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

}  // namespace
}  // namespace porthole::testing
