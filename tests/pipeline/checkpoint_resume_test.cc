// Crawls that go on from a checkpoint: as if they had never ended, and as from the repository.

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "collection/scope_choice.h"
#include "gatherer/crawl/gather.h"
#include "gatherer/restart/checkpoint.h"
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

/// Crawls by the default strategy, one page after the other.
class LearnedResumeTest : public ResumeTest {
 protected:
  void SetUp() override {
    ResumeTest::SetUp();
    text_ = text();
    text_.topic = "<topic title=\"Page\"><term>page</term><term>next</term></topic>";
    text_.strategy = "<strategy name=\"learned\"/>";
  }
  static void gather(const TestCollection& collection, std::int64_t pages) {
    gatherer::GatherOptions options = testing::up_to(pages);
    options.pages_at_once = 1;
    collection.gather(options);
  }
  /// The pages in the order in which they were fetched.
  static std::vector<std::string> order_of(const TestCollection& collection) {
    std::map<std::int64_t, std::string> order;
    const auto read = collection.repository()->pages().for_each(
        {}, [&](const auto& url, const auto& page, auto, auto) {
          order[page.order] = url.href;
          return true;
        });
    EXPECT_TRUE(read);
    std::vector<std::string> pages;
    for (const auto& [place, href] : order) pages.push_back(href);
    return pages;
  }
  SpecificationText text_;
};

TEST_F(LearnedResumeTest, FetchesTheSamePagesInTheSameOrderAsIfItHadNotBeenInterrupted) {
  const TestCollection through(text_), interrupted(text_);
  gather(through, 200);
  for (const std::int64_t pages : {1, 20, 55, 120, 200}) {
    gather(interrupted, pages);
    EXPECT_TRUE(std::filesystem::exists(interrupted.folder() / "crawl.checkpoint"));
  }
  EXPECT_EQ(order_of(interrupted), order_of(through));
}

// The load of hosts, the caps of sites and the counts of sitemaps are those of the URL table.
TEST_F(LearnedResumeTest, GoesOnInTheSameOrderFromTheRepository) {
  web_.robots("http://h2.test", "Sitemap: http://h2.test/sitemap.xml\n");
  std::string listed;
  for (int page = 1; page <= 5; ++page) {
    web_.page("http://h2.test/listed" + std::to_string(page), "<title>page</title><p>listed");
    listed += "<url><loc>http://h2.test/listed" + std::to_string(page) + "</loc></url>";
  }
  web_.answer(
      "http://h2.test/sitemap.xml", 200, "Content-Type: application/xml\r\n",
      "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>" + listed + "</urlset>");
  text_.scope = "<accept host=\"*.test\"/><limit pages-per-site=\"25\"/>";
  text_.strategy =
      "<strategy name=\"breadth-first\"><option name=\"order\" value=\"load, hops\"/></strategy>";
  const TestCollection begins_with_it(text_), reads_all(text_);
  for (const std::int64_t pages : {1, 7, 20, 55, 90}) {
    gather(begins_with_it, pages);
    std::filesystem::remove(reads_all.folder() / "crawl.checkpoint");
    gather(reads_all, pages);
    EXPECT_EQ(order_of(begins_with_it), order_of(reads_all)) << pages;
  }
  EXPECT_EQ(begins_with_it.pages().count("http://h2.test/listed5"), 1u);
}

/// The URLs as rows of the repository make them.
struct StoredUrls final : repository::CrawlState::Visitor {
  void url(repository::UrlRecord url) override { urls.restore(url); }
  void page(repository::CrawlState::KnownPage) override {}
  void host(repository::HostRecord) override {}
  void term(repository::TermRecord) override {}
  gatherer::UrlTable urls;
};

/// URLs with each kind of end: aliases, copies, failures, refusals, and some that wait.
class CheckpointUrlsTest : public ResumeTest {
 protected:
  void SetUp() override {
    ResumeTest::SetUp();
    web_.robots("http://h1.test", "User-agent: *\nDisallow: /private\n");
    web_.redirect("http://h0.test/moved", "/2");
    web_.answer("http://h0.test/gone", 410);
    web_.page(
        "http://h0.test/",
        "<title>all</title><p>All of it.</p><a href=/1>1</a><a href=/moved>m</a>"
        "<a href=/gone>g</a><a href=http://h1.test/private>p</a><a href=/2?x rel=nofollow>n</a>"
        "<a href=http://elsewhere.org/>e</a><img src=/i.png><a href=/copy>c</a>"
        "<a href=ftp://h0.test/f>f</a>");
    web_.page("http://h0.test/copy", "<title>all</title><p>All of it.</p>");
    text_ = text();
    text_.seeds = {"http://h0.test/", "http://h3.test/9"};
    text_.scope = "<accept host=\"*.test\"/>";
  }
  SpecificationText text_;
};

TEST_F(CheckpointUrlsTest, AreThoseOfTheRepository) {
  for (const char* const strategy : {"breadth-first", "learned"}) {
    const TestCollection collection(text_);
    gatherer::GatherOptions options = testing::by(strategy);
    for (const std::int64_t pages : {1, 9, 40}) {
      options.pages = pages;
      collection.gather(options);
      const auto repository = collection.repository();
      auto checkpoint = gatherer::Checkpoint(collection.open(), {.name = strategy, .options = {}})
                            .open(*repository);
      ASSERT_TRUE(checkpoint && *checkpoint);
      gatherer::UrlTable urls;
      ASSERT_TRUE((*checkpoint)->load(urls));
      StoredUrls stored;
      ASSERT_TRUE(repository->crawl().load(stored));
      ASSERT_EQ(urls.last(), stored.urls.last());
      for (repository::UrlId id = 1; id <= urls.last(); ++id) {
        const auto &entry = urls[id], &row = stored.urls[id];
        SCOPED_TRACE(strategy + (" " + urls.href(id)));
        EXPECT_EQ(urls.href(id), stored.urls.href(id));
        EXPECT_EQ(entry.status(), row.status());
        EXPECT_EQ(entry.priority, row.priority);
        EXPECT_EQ(entry.not_before, row.not_before);
        EXPECT_EQ(urls.sites().text(entry.site), stored.urls.sites().text(row.site));
        EXPECT_EQ(entry.alias_of, row.alias_of);
        EXPECT_EQ(entry.found_on, row.found_on);
        EXPECT_EQ(entry.hops, row.hops);
        EXPECT_EQ(entry.redirects, row.redirects);
        EXPECT_EQ(entry.tries, row.tries);
        EXPECT_EQ(entry.seed, row.seed);
        EXPECT_EQ(entry.digest, row.digest);
        EXPECT_EQ(entry.duplicate_of, row.duplicate_of);
        EXPECT_FALSE(entry.stale || entry.under_way || entry.refreshing);
      }
    }
  }
}

TEST_F(CheckpointUrlsTest, AreAskedAboutAgainWithoutTheLimitsOfTheRunBefore) {
  const TestCollection collection(text_);
  collection::Specification limited = collection.open().specification();
  collection::limit(limited, {.sites = {"h0.test"}});
  const auto one_host = collection::Collection::of(collection.folder(), limited);
  {
    const auto repository = collection.repository(repository::Access::kWrite);
    ASSERT_TRUE(gatherer::gather(one_host, *repository, {}));
  }
  for (const std::string& page : collection.pages()) EXPECT_NE(page.find("h0.test"), page.npos);
  collection.gather();
  for (const std::string& page : all_) EXPECT_EQ(collection.pages().count(page), 1u) << page;
}

// The next run is told of what came by it.
TEST_F(LearnedResumeTest, LeavesNoCheckpointOfARunThatFetchedPagesAgain) {
  const TestCollection collection(text_);
  gather(collection, 50);
  const std::filesystem::path file = collection.folder() / "crawl.checkpoint";
  EXPECT_TRUE(std::filesystem::exists(file));
  gatherer::GatherOptions options;
  options.refresh = std::chrono::seconds(0);
  collection.gather(options);
  EXPECT_FALSE(std::filesystem::exists(file)) << "it would be of no use";
  EXPECT_EQ(*collection.repository()->crawl().state_name(), "");
}

TEST_F(LearnedResumeTest, LeavesNoCheckpointWhenTheSpecificationWasChangedMeanwhile) {
  const TestCollection collection(text_);
  web_.hold();
  std::thread crawl([&] { gather(collection, 50); });
  web_.wait_for_pages(1);
  SpecificationText changed = text_;
  changed.topic = "<topic title=\"Page\"><term>page</term></topic>";
  collection.respecify(changed);
  web_.release();
  crawl.join();
  EXPECT_FALSE(std::filesystem::exists(collection.folder() / "crawl.checkpoint"));
}

TEST_F(LearnedResumeTest, LeavesNoCheckpointOnADiskThatHasNoRoomForIt) {
  const TestCollection collection(text_);
  gatherer::GatherOptions options = testing::up_to(50);
  options.keep_free = 1000;
  options.ask_disk = [] { return std::optional(gatherer::DiskSpace{1000, 1'000'000}); };
  collection.gather(options);
  EXPECT_FALSE(std::filesystem::exists(collection.folder() / "crawl.checkpoint"));
}

TEST_F(LearnedResumeTest, LosesNothingWhenItsCheckpointIsGone) {
  const TestCollection collection(text_);
  gather(collection, 100);
  ASSERT_TRUE(std::filesystem::remove(collection.folder() / "crawl.checkpoint"));
  EXPECT_EQ(collection.gather().fetched, kHosts * kPages);
  EXPECT_EQ(collection.pages(), all_);
  expect_each_page_was_asked_for_once();
}

// Resumed crawls: nothing is fetched twice, and no URL is lost.

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
  const auto run = collection.repository()->crawl().last_run().value().value();
  EXPECT_EQ(run.stop_reason, repository::StopReason::kBudget);
  EXPECT_EQ(run.strategy, "breadth-first");
  EXPECT_GE(run.ended, run.started);
  std::int64_t order = 0;
  const auto read =
      collection.repository()->pages().for_each({}, [&](const auto&, const auto& page, auto, auto) {
        EXPECT_EQ(page.order, ++order) << "counted on over the runs";
        return true;
      });
  EXPECT_TRUE(read);
  EXPECT_EQ(collection.gather().fetched, kHosts * kPages);
  EXPECT_EQ(collection.pages(), all_);
  expect_each_page_was_asked_for_once();
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
