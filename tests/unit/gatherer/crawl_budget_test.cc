#include "gatherer/crawl/crawl_budget.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gatherer/crawl/disk_room.h"
#include "gatherer/report/alarms.h"
#include "tests/support/files.h"
#include "tests/support/temp_dir.h"
#include "tests/unit/gatherer/crawl_pieces.h"

namespace porthole::gatherer {
namespace {

using namespace std::chrono_literals;
using porthole::testing::CrawlPieces;
using porthole::testing::CrawlSettings;
using ::testing::HasSubstr;

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

constexpr std::int64_t kMiB = std::int64_t{1} << 20;

DiskRoom room_with(std::int64_t free, std::int64_t size,
                   std::optional<std::int64_t> keep_free = std::nullopt) {
  return DiskRoom("/", keep_free, [free, size] { return std::optional(DiskSpace{free, size}); });
}

TEST(DiskRoomTest, Keeps256MiBOfALargeDiskFree) {
  EXPECT_TRUE(room_with(256 * kMiB, 1000 * 1024 * kMiB).has_room());
  EXPECT_FALSE(room_with(256 * kMiB - 1, 1000 * 1024 * kMiB).has_room());
}

TEST(DiskRoomTest, KeepsOnePerCentOfASmallDiskFree) {
  EXPECT_TRUE(room_with(kMiB, 100 * kMiB).has_room());
  EXPECT_FALSE(room_with(kMiB - 1, 100 * kMiB).has_room());
}

TEST(DiskRoomTest, KeepsAsMuchFreeAsItIsTold) {
  EXPECT_TRUE(room_with(5, 100 * kMiB, 5).has_room());
  EXPECT_FALSE(room_with(4, 100 * kMiB, 5).has_room());
  EXPECT_TRUE(room_with(0, 100 * kMiB, 0).has_room());
}

TEST(DiskRoomTest, KnowsWhetherAFileLeavesEnoughFree) {
  DiskRoom room = room_with(12, 100 * kMiB, 5);
  EXPECT_TRUE(room.has_room_for(7));
  EXPECT_FALSE(room.has_room_for(8));
}

TEST(DiskRoomTest, SaysWhatIsMissing) {
  DiskRoom room = room_with(12 * kMiB, 1000 * 1024 * kMiB);
  EXPECT_FALSE(room.has_room());
  EXPECT_TRUE(room.is_nearly_full());
  EXPECT_THAT(room.waiting_for(), HasSubstr("12.0 MiB are free, 256.0 MiB are kept free"));
}

TEST(DiskRoomTest, ADiskThatCannotBeAskedHasRoom) {
  DiskRoom room("/", std::nullopt, []() -> std::optional<DiskSpace> { return std::nullopt; });
  EXPECT_TRUE(room.has_room());
  EXPECT_TRUE(room.has_room_for(kMiB));
  EXPECT_FALSE(room.is_nearly_full());
}

// A crawl asks for each page.
TEST(DiskRoomTest, AsksTheDiskLessOftenThanItIsAsked) {
  int asked = 0;
  DiskRoom room("/", 0, [&asked] {
    ++asked;
    return std::optional(DiskSpace{1, 100});
  });
  constexpr int kPages = 100'000;
  for (int i = 0; i < kPages; ++i) EXPECT_TRUE(room.has_room());
  EXPECT_LT(asked, kPages);
}

TEST(DiskRoomTest, AFolderThatIsGoneHasRoomLikeADiskThatCannotBeAsked) {
  const testing::TempDir folder;
  EXPECT_TRUE(DiskRoom(folder.path() / "gone", std::int64_t{1} << 62).has_room());
}

TEST(DiskRoomTest, AsksTheDiskOfTheFolder) {
  const testing::TempDir folder;
  EXPECT_FALSE(DiskRoom(folder.path(), std::int64_t{1} << 62).has_room());
  EXPECT_TRUE(DiskRoom(folder.path(), 0).has_room());
}

TEST(KeepFreeNoteTest, HasTheFloorOfTheLastRunUntilARunHasNone) {
  const testing::TempDir folder;
  EXPECT_EQ(noted_keep_free(folder.path()), std::nullopt);
  note_keep_free(folder.path(), 10'000'000);
  EXPECT_EQ(noted_keep_free(folder.path()), 10'000'000);
  note_keep_free(folder.path(), 0);
  EXPECT_EQ(noted_keep_free(folder.path()), 0);
  note_keep_free(folder.path(), std::nullopt);
  EXPECT_EQ(noted_keep_free(folder.path()), std::nullopt);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(KeepFreeNoteTest, IsNoneWhereTheFileIsDamaged) {
  const testing::TempDir folder;
  testing::write_whole_file(folder / "keep-free", "-5 much");
  EXPECT_EQ(noted_keep_free(folder.path()), std::nullopt);
}

}  // namespace
}  // namespace porthole::gatherer
