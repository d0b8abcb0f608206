// Resumed crawls: nothing is fetched twice, and no URL is lost.

#include <gtest/gtest.h>

#include <atomic>
#include <string>

#include "gatherer/crawl/gather.h"
#include "tests/support/faulty_repository.h"
#include "tests/support/resumed_web.h"
#include "tests/support/small_web.h"
#include "tests/support/test_collection.h"

namespace porthole {
namespace {

using testing::FaultyRepository;
using testing::Pages;
using testing::ResumeTest;
using testing::SmallWeb;
using testing::SpecificationText;
using testing::TestCollection;

TEST_F(ResumeTest, FetchesNothingAgain) {
  const TestCollection collection(text());
  EXPECT_EQ(collection.gather().fetched_now, kHosts * kPages);
  const std::size_t asked = web_.asked().size();
  const gatherer::GatherReport again = collection.gather();
  EXPECT_EQ(again.fetched, kHosts * kPages);
  EXPECT_EQ(again.fetched_now, 0);
  EXPECT_EQ(again.stop_reason, repository::StopReason::kFrontierEmpty);
  EXPECT_EQ(web_.asked().size(), asked) << "not even robots.txt";
}

TEST_F(ResumeTest, GoesOnWhereTheBudgetEndedIt) {
  const TestCollection collection(text());
  EXPECT_EQ(collection.gather(testing::up_to(10)).fetched, 10);
  EXPECT_EQ(collection.gather(testing::up_to(10)).fetched_now, 0)
      << "the budget counts what is there";
  const gatherer::GatherReport more = collection.gather(testing::more(15));
  EXPECT_EQ(more.fetched, 25);
  EXPECT_EQ(more.fetched_now, 15);
  EXPECT_EQ(collection.gather().fetched, kHosts * kPages);
  EXPECT_EQ(collection.pages(), all_);
  expect_each_page_was_asked_for_once();
}

TEST_F(ResumeTest, KeepsCountingTheOrderOfPages) {
  const TestCollection collection(text());
  collection.gather(testing::up_to(10));
  collection.gather(testing::up_to(20));
  std::int64_t order = 0;
  const auto read =
      collection.repository()->pages().for_each({}, [&](const auto&, const auto& page, auto, auto) {
        EXPECT_EQ(page.order, ++order);
        return true;
      });
  EXPECT_TRUE(read);
  EXPECT_EQ(order, 20);
}

TEST_F(ResumeTest, FinishesWhatIsInFlightWhenItIsAskedToStop) {
  const TestCollection collection(text());
  std::atomic<int> stop = 0;
  gatherer::GatherOptions options;
  options.stop = &stop;
  options.progress = [&](const gatherer::Progress& progress) {
    if (progress.under_way > 0) stop = 1;
  };
  const gatherer::GatherReport report = collection.gather(options);
  EXPECT_EQ(report.stop_reason, repository::StopReason::kInterrupted);
  const std::size_t kept = collection.pages().size();
  EXPECT_EQ(static_cast<int>(kept), web_.pages_asked()) << "what was asked for was kept";
  EXPECT_LT(kept, all_.size());
  collection.gather();
  EXPECT_EQ(collection.pages(), all_);
  expect_each_page_was_asked_for_once();
}

TEST_F(ResumeTest, LosesOnlyWhatIsInFlightWhenItMustStopNow) {
  const TestCollection collection(text());
  std::atomic<int> stop = 0;
  gatherer::GatherOptions options;
  options.stop = &stop;
  options.progress = [&](const gatherer::Progress& progress) {
    if (progress.under_way > 0) stop = 2;
  };
  EXPECT_EQ(collection.gather(options).stop_reason, repository::StopReason::kInterrupted);
  collection.gather();
  EXPECT_EQ(collection.pages(), all_);
}

TEST_F(ResumeTest, RecordsEachRun) {
  const TestCollection collection(text());
  collection.gather(testing::up_to(10));
  const auto run = collection.repository()->crawl().last_run();
  ASSERT_TRUE(run && *run);
  EXPECT_EQ((*run)->stop_reason, repository::StopReason::kBudget);
  EXPECT_EQ((*run)->fetched, 10);
  EXPECT_EQ((*run)->strategy, "breadth-first");
  EXPECT_GE((*run)->ended, (*run)->started);
}

// A disk that is full at the k-th batch, and has room again for the next run.
TEST_F(ResumeTest, LosesNothingToAFullDisk) {
  for (const int k : {1, 2, 3, 4}) {
    SCOPED_TRACE("the disk is full at batch " + std::to_string(k));
    const TestCollection collection(text());
    {
      const auto behind = collection.repository(repository::Access::kWrite);
      FaultyRepository faulty(*behind, k);
      const auto report = gatherer::gather(collection.open(), faulty, {});
      ASSERT_FALSE(report) << "only " << faulty.calls() << " batches were written";
      EXPECT_EQ(report.error().code, ErrorCode::kDiskFull);
      EXPECT_EQ(faulty.calls(), k) << "nothing was written after the failure";
    }
    const Pages before = collection.pages();
    collection.gather();
    EXPECT_EQ(collection.pages(), all_);
    for (const std::string& page : before) EXPECT_TRUE(collection.pages().contains(page));
  }
}

/// A page that is about the topic and two that are not: the crawl's mean stays below the threshold,
/// and with it all that nothing is known about.
class StrategyChangeTest : public ::testing::Test {
 protected:
  void SetUp() override {
    web_.page("http://a.test/",
              "<title>front</title><a href=/telescopes title=telescopes>here</a>"
              "<ul><li><a href=/soup>recipes for soup</a></ul>");
    web_.page("http://a.test/telescopes", "<title>telescope</title><p>A telescope is a telescope.");
    web_.page("http://a.test/soup", "<title>soup</title><p>Soup is soup.");
  }
  SpecificationText text() const {
    SpecificationText text;
    text.seeds = {"http://a.test/"};
    text.network = testing::gateway_to(web_.gateway());
    text.strategy = "<strategy name=\"rw\"><option name=\"threshold\" value=\"0.9\"/></strategy>";
    return text;
  }
  SmallWeb web_;
};

TEST_F(StrategyChangeTest, QueuesWhatAnEarlierStrategyPruned) {
  const TestCollection collection(text());
  collection.gather();
  EXPECT_EQ(collection.pages(), (Pages{"http://a.test/", "http://a.test/telescopes"}));
  EXPECT_EQ(collection.state("http://a.test/soup"), "dropped: below threshold");
  collection.gather(testing::by("breadth-first"));
  EXPECT_TRUE(collection.pages().contains("http://a.test/soup"));
  EXPECT_EQ(web_.times_asked("http://a.test/telescopes"), 1);
}

TEST_F(StrategyChangeTest, FetchesASeedThatWasPrunedBefore) {
  SpecificationText changed = text();
  const TestCollection collection(changed);
  collection.gather();
  EXPECT_EQ(collection.state("http://a.test/soup"), "dropped: below threshold");
  changed.seeds.push_back("http://a.test/soup");
  collection.respecify(changed);
  collection.gather();
  EXPECT_TRUE(collection.pages().contains("http://a.test/soup"));
  EXPECT_TRUE(collection.url("http://a.test/soup").seed);
}

TEST_F(StrategyChangeTest, PrunesWhatBreadthFirstLeftInTheQueue) {
  const TestCollection collection(text());
  gatherer::GatherOptions options = testing::up_to(1);
  options.strategy = "breadth-first";
  collection.gather(options);
  EXPECT_EQ(collection.state("http://a.test/soup"), "queued");
  collection.gather();
  EXPECT_EQ(collection.state("http://a.test/soup"), "dropped: below threshold");
  EXPECT_TRUE(collection.pages().contains("http://a.test/telescopes"));
}

}  // namespace
}  // namespace porthole
