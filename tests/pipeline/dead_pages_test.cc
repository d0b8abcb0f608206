// Pages that fail: counted at each refresh, gone after days, restored by the first response.

#include <gtest/gtest.h>

#include "summarizer/summarize.h"
#include "tests/pipeline/gather_fixture.h"
#include "tests/support/manual_clock.h"

namespace porthole::testing {
namespace {

using namespace std::chrono_literals;

constexpr const char* kFront = "http://a.test/";
constexpr const char* kPage = "http://a.test/page";

/// Pages are dated by the machine's clock, which the clock of these tests is far from.
constexpr auto kAnyAge = -std::chrono::hours(24 * 365 * 100);

class DeadPagesTest : public GatherFixture {
 protected:
  DeadPagesTest() {
    web_.page(kFront, linking("front", {"/page", "/other"}));
    web_.page(kPage, linking("page", {"/other"}));
    web_.page("http://a.test/other", linking("other", {}));
  }
  void SetUp() override {
    collection_ = std::make_unique<TestCollection>(from({kFront}));
    collection_->gather(by_clock());
    ASSERT_EQ(collection_->pages().size(), 3u);
    summarize();
  }
  gatherer::GatherOptions by_clock() const {
    gatherer::GatherOptions options;
    options.clock = &clock_;
    return options;
  }
  gatherer::GatherReport refresh_after(std::chrono::hours time) {
    clock_.advance(time);
    gatherer::GatherOptions options = by_clock();
    options.refresh = kAnyAge;
    gatherer::GatherReport report = collection_->gather(options);
    summarize();
    return report;
  }
  void summarize() const {
    EXPECT_TRUE(
        summarizer::summarize_stale(*collection_->repository(repository::Access::kWrite), {}));
  }
  /// An index would have it.
  bool is_summarized(const std::string& url) const {
    return collection_->repository()->summaries().has(collection_->url(url).id).value();
  }

  ManualClock clock_{1ms};
  std::unique_ptr<TestCollection> collection_;
};

TEST_F(DeadPagesTest, APageIsGoneAfterThreeFailuresOverSevenDaysAndIsToldEachTime) {
  web_.answer(kPage, 404);
  gatherer::GatherReport report = refresh_after(24h);
  EXPECT_EQ(report.refresh_failures, (repository::ReasonCounts{{repository::http_reason(404), 1}}));
  EXPECT_EQ(report.refreshed, 2);
  EXPECT_EQ(report.gone, 0);
  EXPECT_TRUE(is_summarized(kPage)) << "never after one";
  EXPECT_EQ(refresh_after(24h * 6).gone, 0);
  EXPECT_TRUE(is_summarized(kPage)) << "twice in six days is not enough";
  report = refresh_after(24h);
  EXPECT_EQ(report.gone, 1);
  EXPECT_FALSE(is_summarized(kPage));
  EXPECT_TRUE(is_summarized(kFront));
  EXPECT_EQ(collection_->repository()->counts()->gone, 1);
  EXPECT_EQ(collection_->repository()
                ->links()
                .in_links(collection_->url("http://a.test/other").id)
                ->size(),
            1u)
      << "what it said of others is said no more";
}

TEST_F(DeadPagesTest, APageThatAnswersAgainComesBack) {
  web_.answer(kPage, 500);
  for (int i = 0; i < 3; ++i) refresh_after(24h * 4);
  ASSERT_FALSE(is_summarized(kPage));
  web_.page(kPage, linking("page", {"/other"}));
  const gatherer::GatherReport report = refresh_after(24h);
  EXPECT_EQ(report.back, 1);
  EXPECT_TRUE(is_summarized(kPage));
  EXPECT_EQ(collection_->repository()->counts()->gone, 0);
  EXPECT_EQ(collection_->repository()
                ->links()
                .in_links(collection_->url("http://a.test/other").id)
                ->size(),
            2u);
}

TEST_F(DeadPagesTest, TheSpecificationSaysHowManyFailuresOverHowManyDays) {
  std::string text = read_whole_file(collection_->folder() / "porthole.xml");
  text.replace(text.find("<network>"), 0, "<refresh failures=\"2\" days=\"1\"/>");
  write_whole_file(collection_->folder() / "porthole.xml", text);
  web_.answer(kPage, 404);
  EXPECT_EQ(refresh_after(1h).gone, 0);
  EXPECT_EQ(refresh_after(24h).gone, 1);
}

TEST_F(DeadPagesTest, APageThatItsOwnerTakesAwayLeavesAtOnceUntilItMayBeHadAgain) {
  web_.robots("http://a.test", "User-agent: *\nDisallow: /page\n");
  web_.answer("http://a.test/other", 410);
  EXPECT_EQ(refresh_after(24h * 2).gone, 2);
  EXPECT_FALSE(is_summarized(kPage));
  EXPECT_FALSE(is_summarized("http://a.test/other"));
  const int asked = web_.times_asked(kPage);
  EXPECT_EQ(refresh_after(24h * 2).gone, 0);
  EXPECT_EQ(web_.times_asked(kPage), asked);
  web_.robots("http://a.test", "");
  EXPECT_EQ(refresh_after(24h * 2).back, 1);
  EXPECT_TRUE(is_summarized(kPage));
}

TEST_F(DeadPagesTest, APageThatMovedFailsAndItsNewPlaceIsFetchedByTheNextRun) {
  web_.redirect(kPage, "/moved");
  web_.page("http://a.test/moved", linking("moved", {}));
  EXPECT_EQ(refresh_after(24h).refresh_failures[0].first, repository::http_reason(301));
  EXPECT_EQ(collection_->state("http://a.test/moved"), "queued");
  collection_->gather(by_clock());
  EXPECT_TRUE(collection_->pages().contains("http://a.test/moved"));
}

TEST_F(DeadPagesTest, APageThatMovedAsItIsIsFoundAtItsNewPlaceFromTheNextRoundOn) {
  const std::string same = linking("page", {"/other"});
  web_.redirect(kPage, "/moved");
  web_.page("http://a.test/moved", same);
  refresh_after(24h);
  collection_->gather(by_clock());
  ASSERT_EQ(collection_->page("http://a.test/moved").duplicate_of, collection_->url(kPage).id);
  EXPECT_EQ(refresh_after(24h).gone, 1);
  EXPECT_FALSE(is_summarized(kPage));
  EXPECT_TRUE(is_summarized("http://a.test/moved"));
}

TEST_F(DeadPagesTest, ACopyTakesThePlaceOfAPageThatIsGone) {
  const std::string same = linking("the same", {"/other"});
  web_.page("http://a.test/first", same);
  web_.page("http://a.test/second", same);
  web_.page(kFront, linking("front", {"/page", "/other", "/first", "/second"}));
  refresh_after(24h);
  collection_->gather(by_clock());
  summarize();
  // The one that was stored first is the original.
  std::string original = "http://a.test/first", copy = "http://a.test/second";
  if (collection_->page(original).duplicate_of != 0) std::swap(original, copy);
  ASSERT_EQ(collection_->page(copy).duplicate_of, collection_->url(original).id);
  web_.answer(original, 404);
  for (int i = 0; i < 3; ++i) refresh_after(24h * 4);
  EXPECT_FALSE(is_summarized(original));
  EXPECT_EQ(collection_->page(copy).duplicate_of, 0);
  EXPECT_TRUE(is_summarized(copy));
  web_.page(original, same);
  refresh_after(24h);
  EXPECT_EQ(collection_->page(original).duplicate_of, collection_->url(copy).id)
      << "one of them is shown";
}

TEST_F(DeadPagesTest, ADryRunNamesThePagesThatOneMoreFailureWouldTakeOut) {
  web_.answer(kPage, 404);
  refresh_after(24h);
  refresh_after(24h * 4);
  clock_.advance(24h * 4);
  gatherer::GatherOptions options = by_clock();
  options.refresh = kAnyAge;
  const auto plan = gatherer::plan(collection_->open(), collection_->repository().get(), options);
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->due, 3);
  EXPECT_EQ(plan->would_be_gone, std::vector<std::string>{kPage});
}

}  // namespace
}  // namespace porthole::testing
