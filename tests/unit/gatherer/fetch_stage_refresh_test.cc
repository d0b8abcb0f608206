// Pages of an earlier run, which the stage fetches again.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gatherer/crawl/fetch_stage.h"
#include "tests/unit/gatherer/fetch_stage_pieces.h"

namespace porthole::gatherer {
namespace {

using namespace std::chrono_literals;
using porthole::testing::CrawlSettings;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

struct Stage : porthole::testing::FetchStagePieces<porthole::testing::CrawlPieces> {
  using FetchStagePieces::FetchStagePieces;
  /// A page of an earlier run that is fetched again, with `etag` as its validator.
  UrlId queue_again(const std::string& url, const std::string& etag) {
    const UrlId id = store(url, etag);
    queue_old(RefreshOrder::by_hubs(), nullptr);
    return id;
  }
  /// Pages of an earlier run, a day old, that are fetched again by value.
  void queue_by_value(const std::vector<std::string>& urls) {
    for (const std::string& url : urls) store(url, "");
    const std::vector<repository::VisitRecord> no_visits;
    queue_old(RefreshOrder::by_value(), &no_visits);
  }

 private:
  UrlId store(const std::string& url, const std::string& etag) {
    const UrlId id = crawl.fetched_page(url);
    repository::PageRecord page;
    page.id = page.order = id;
    page.fetched_at = crawl.clock.wall() - std::chrono::hours(24);
    page.etag = etag;
    crawl.commits.add_page(std::move(page), {}, {.id = id, .url = Url::parse(url).value()});
    return id;
  }
  void queue_old(const RefreshOrder& order, const std::vector<repository::VisitRecord>* visits) {
    crawl.commits.send();
    EXPECT_TRUE(crawl.committer.drain());
    EXPECT_TRUE(crawl.recrawl.queue_old(*crawl.repository, crawl.clock.wall(), order, visits));
  }
};

CrawlSettings refreshing() {
  CrawlSettings settings;
  settings.options.refresh = 1h;
  return settings;
}

TEST(FetchStageRefreshTest, APageThatHasNotChangedIsNotParsedAgain) {
  Stage stage(refreshing());
  const UrlId id = stage.queue_again("http://a.test/", "\"one\"");
  stage.crawl.web.answer("http://a.test/", 304);
  stage.run();
  EXPECT_THAT(stage.parsed, IsEmpty());
  EXPECT_FALSE(stage.archived.contains("http://a.test/")) << "the archive has it";
  EXPECT_FALSE(stage[id].refreshing);
  EXPECT_EQ(stage[id].state, UrlState::kFetched);
  EXPECT_EQ(stage[id].tries, 0) << "those of its first fetch, which count as requests";
  GatherReport report;
  stage.crawl.budget.count(report);
  EXPECT_EQ(report.requests.pages, 1);
  EXPECT_EQ(report.requests.failures, 0);
  EXPECT_EQ(report.refreshed, 1);
  EXPECT_EQ(report.unchanged, 1);
}

TEST(FetchStageRefreshTest, APageThatFailsWhenItIsFetchedAgainStaysAsItWas) {
  Stage stage(refreshing());
  const UrlId id = stage.queue_again("http://a.test/", "");
  stage.crawl.web.answer("http://a.test/", 503);
  stage.run();
  EXPECT_THAT(stage.asked(), SizeIs(1)) << "the next run is its next try";
  EXPECT_EQ(stage[id].state, UrlState::kFetched);
  EXPECT_FALSE(stage[id].refreshing);
  GatherReport report;
  stage.crawl.recrawl.report(report);
  ASSERT_THAT(report.refresh_failures, SizeIs(1));
  EXPECT_EQ(report.refresh_failures[0].first, repository::http_reason(503));
}

TEST(FetchStageRefreshTest, APartOfAPageDoesNotReplaceTheWhole) {
  Stage stage(refreshing());
  const UrlId id = stage.queue_again("http://a.test/", "");
  stage.crawl.web.break_off("http://a.test/", "<p>The first half");
  stage.run();
  EXPECT_EQ(stage[id].state, UrlState::kFetched);
  GatherReport report;
  stage.crawl.recrawl.report(report);
  ASSERT_THAT(report.refresh_failures, SizeIs(1));
  EXPECT_EQ(report.refresh_failures[0].first, DropReason::kBroken);
}

std::vector<std::string> ten_pages() {
  std::vector<std::string> urls;
  for (int i = 0; i < 10; ++i) urls.push_back("http://a.test/" + std::to_string(i));
  return urls;
}

// All pages are a day old. The sitemap says that the last was changed since, and the first weeks
// ago.
TEST(FetchStageRefreshTest, TheSitemapOfAHostSaysWhichOfItsPagesToFetchAgainFirst) {
  Stage stage(refreshing());
  stage.queue_by_value(ten_pages());
  const auto lastmod = [&](std::chrono::hours ago) {
    return "<lastmod>" + format_time(stage.crawl.clock.wall() - ago) + "</lastmod></url>";
  };
  stage.crawl.web.answer("http://a.test/robots.txt", 200, {}, "Sitemap: http://a.test/map.xml\n");
  stage.crawl.web.answer(
      "http://a.test/map.xml", 200, {},
      R"(<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>http://a.test/9</loc>)" +
          lastmod(1h) + "<url><loc>http://a.test/0</loc>" + lastmod(1000h) + "</urlset>");
  stage.run();
  const std::vector<std::string> asked = stage.asked();
  ASSERT_THAT(asked, SizeIs(11));
  EXPECT_EQ(asked[0], "http://a.test/map.xml");
  EXPECT_EQ(asked[1], "http://a.test/9");
  EXPECT_EQ(asked.back(), "http://a.test/0");
  // Within a day it is not read again.
  const UrlId map = stage.crawl.urls.find("http://a.test/map.xml");
  ASSERT_NE(map, 0);
  EXPECT_EQ(stage[map].reason, DropReason::kSitemap);
}

TEST(FetchStageRefreshTest, AHostOfFewPagesIsNotAskedForItsSitemapInARefresh) {
  Stage stage(refreshing());
  stage.queue_by_value({"http://a.test/0", "http://a.test/1"});
  stage.crawl.web.answer("http://a.test/robots.txt", 200, {}, "Sitemap: http://a.test/map.xml\n");
  stage.run();
  EXPECT_THAT(stage.asked(), ElementsAre("http://a.test/0", "http://a.test/1"));
}

}  // namespace
}  // namespace porthole::gatherer
