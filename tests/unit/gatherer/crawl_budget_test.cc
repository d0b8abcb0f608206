#include "gatherer/crawl/crawl_budget.h"

#include <gtest/gtest.h>

#include "tests/unit/gatherer/crawl_pieces.h"

namespace porthole::gatherer {
namespace {

using namespace std::chrono_literals;
using porthole::testing::CrawlPieces;
using porthole::testing::CrawlSettings;

CrawlSettings with_pages(std::int64_t pages, std::int64_t pages_per_site = 0) {
  CrawlSettings settings;
  settings.specification.limits.pages = pages;
  settings.specification.limits.pages_per_site = pages_per_site;
  return settings;
}

TEST(CrawlBudgetTest, PagesUnderWayCountUntilTheyHaveFailed) {
  CrawlPieces crawl(with_pages(1));
  crawl.budget.begin();
  const UrlId id = crawl.admit("http://a.test/");
  EXPECT_TRUE(crawl.budget.wants_more());
  crawl.budget.start(id);
  EXPECT_TRUE(crawl.urls[id].under_way);
  EXPECT_EQ(crawl.budget.under_way(), 1);
  EXPECT_FALSE(crawl.budget.wants_more());
  crawl.budget.end(id);
  EXPECT_TRUE(crawl.budget.wants_more());
  EXPECT_EQ(crawl.budget.stop_reason(), repository::StopReason::kFrontierEmpty);
  crawl.budget.fetched(id, true);
  EXPECT_FALSE(crawl.budget.wants_more());
  EXPECT_EQ(crawl.budget.stop_reason(), repository::StopReason::kBudget);
}

TEST(CrawlBudgetTest, MoreCountsBeyondThePagesOfEarlierRuns) {
  CrawlSettings settings = with_pages(1);
  settings.options.more = 2;
  CrawlPieces crawl(std::move(settings));
  crawl.budget.restore_page(99, true);
  crawl.budget.begin();
  EXPECT_TRUE(crawl.budget.wants_more());
  crawl.budget.fetched(crawl.admit("http://a.test/1"), true);
  crawl.budget.fetched(crawl.admit("http://a.test/2"), false);
  EXPECT_FALSE(crawl.budget.wants_more());
  GatherReport report;
  crawl.budget.count(report);
  EXPECT_EQ(report.fetched, 3);
  EXPECT_EQ(report.fetched_now, 2);
  EXPECT_EQ(report.relevant, 2);
}

TEST(CrawlBudgetTest, ARefreshCountsThePagesThatAreFetchedAgain) {
  CrawlSettings settings = with_pages(1);
  settings.options.more = 2;
  settings.options.refresh = 1h;
  CrawlPieces crawl(std::move(settings));
  crawl.budget.restore_page(99, true);
  crawl.budget.begin();
  crawl.budget.refetched(true);
  EXPECT_TRUE(crawl.budget.wants_more());
  crawl.budget.refetched(false);
  EXPECT_FALSE(crawl.budget.wants_more());
  EXPECT_EQ(crawl.budget.stop_reason(), repository::StopReason::kRefreshed);
  GatherReport report;
  crawl.budget.count(report);
  EXPECT_EQ(report.refreshed, 2);
  EXPECT_EQ(report.unchanged, 1);
}

TEST(CrawlBudgetTest, CountsEachRelevantPageOnceHoweverOftenItIsJudged) {
  CrawlPieces crawl;
  crawl.budget.restore_page(99, false);
  crawl.budget.judged(99, true);
  crawl.budget.judged(99, true);
  EXPECT_EQ(crawl.budget.relevant(), 1);
  crawl.budget.judged(99, false);
  EXPECT_EQ(crawl.budget.relevant(), 0);
}

TEST(CrawlBudgetTest, ASiteHasRoomUntilItsPagesAndThoseUnderWayReachItsCap) {
  CrawlPieces crawl(with_pages(0, 2));
  const UrlId first = crawl.admit("http://a.test/1");
  const UrlId second = crawl.admit("http://a.test/2");
  const std::uint32_t site = crawl.urls[first].site;
  crawl.budget.restore_url(first);
  EXPECT_TRUE(crawl.budget.has_room_in(site));
  crawl.budget.start(second);
  EXPECT_FALSE(crawl.budget.has_room_in(site));
  EXPECT_FALSE(crawl.budget.is_full(site)) << "the page under way may fail";
  crawl.budget.end(second);
  crawl.budget.fetched(second, false);
  EXPECT_TRUE(crawl.budget.is_full(site));
  EXPECT_TRUE(crawl.budget.has_room_in(crawl.urls[crawl.admit("http://b.test/")].site));
}

TEST(CrawlBudgetTest, EndsByTimeAndBySignal) {
  CrawlSettings settings;
  settings.options.duration = 1min;
  std::atomic<int> stop = 0;
  settings.options.stop = &stop;
  CrawlPieces crawl(std::move(settings));
  crawl.budget.begin();
  EXPECT_TRUE(crawl.budget.wants_more());
  crawl.clock.advance(1min);
  EXPECT_FALSE(crawl.budget.wants_more());
  EXPECT_EQ(crawl.budget.stop_reason(), repository::StopReason::kTime);
  stop = 1;
  EXPECT_EQ(crawl.budget.stop_reason(), repository::StopReason::kInterrupted);
  EXPECT_FALSE(crawl.budget.is_aborted());
  stop = 2;
  EXPECT_TRUE(crawl.budget.is_aborted());
}

TEST(GatherReportTest, TheReportOfARunHasWhatAllItsRoundsFetchedAndAskedFor) {
  GatherReport first, last;
  first.fetched_now = 3;
  first.refreshed = 5;
  first.unchanged = 4;
  first.requests = {.pages = 9, .failures = 1, .robots = 2, .sitemaps = 1};
  last.fetched = 10;
  last.fetched_now = 7;
  last.refreshed = 1;
  last.requests = {.pages = 8, .failures = 0, .robots = 1, .sitemaps = 0};
  last.add_earlier(first);
  EXPECT_EQ(last.fetched, 10) << "of the collection";
  EXPECT_EQ(last.fetched_now, 10);
  EXPECT_EQ(last.refreshed, 6);
  EXPECT_EQ(last.unchanged, 4);
  EXPECT_EQ(last.requests.pages, 17);
  EXPECT_EQ(last.requests.failures, 1);
  EXPECT_EQ(last.requests.robots, 3);
  EXPECT_EQ(last.requests.sitemaps, 1);
}

}  // namespace
}  // namespace porthole::gatherer
