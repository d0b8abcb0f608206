#include "gatherer/crawl/sitemap_crawl.h"

#include <gtest/gtest.h>

#include "tests/unit/gatherer/crawl_pieces.h"

namespace porthole::gatherer {
namespace {

using namespace std::chrono_literals;
using porthole::testing::CrawlPieces;

/// Asks for robots.txt of a.test, and then for sitemaps until there is none left.
void read_sitemaps(CrawlPieces& crawl, SitemapCrawl& sitemaps) {
  const auto poll = [&] {
    std::vector<pollfd> others;
    std::vector<FetchedPage> done;
    crawl.fetcher.poll(0ms, others, done);
    for (const FetchedPage& page : done) {
      if (page.kind == FetchKind::kSitemap) sitemaps.answered(page);
    }
  };
  const HostId queue = crawl.fetcher.queue_of("a.test");
  const Url page = Url::parse("http://a.test/").value();
  crawl.fetcher.check_robots(page, queue);
  poll();
  sitemaps.queue_sitemaps_of(crawl.fetcher.check_robots(page, queue).authority);
  while (sitemaps.fetch_next(queue)) poll();
}

class SitemapCrawlTest : public ::testing::Test {
 protected:
  /// robots.txt of a.test names the sitemap /map.xml, and `more`.
  void name_sitemap(const std::string& more = "") {
    crawl_->web.answer("http://a.test/robots.txt", 200, {},
                       "Sitemap: http://a.test/map.xml\n" + more);
  }
  void put_map(const std::string& path, const std::vector<std::string>& urls) {
    std::string body;
    for (const std::string& url : urls) body += url + "\n";
    crawl_->web.answer("http://a.test" + path, 200, {{"content-type", "text/plain"}}, body);
  }
  void run() { read_sitemaps(*crawl_, sitemaps_); }
  std::string outcome(const std::string& url) {
    repository::Batch batch;
    crawl_->urls.take_changes(batch);
    for (repository::UrlRecord& record : batch.new_urls) outcomes_[record.href] = record;
    const repository::UrlRecord& record = outcomes_[url];
    return name_of(record.reason) + ": " + record.detail;
  }

  std::unique_ptr<CrawlPieces> crawl_ = std::make_unique<CrawlPieces>();
  SitemapCrawl sitemaps_{{crawl_->core, crawl_->links}};
  std::map<std::string, repository::UrlRecord> outcomes_;
};

TEST_F(SitemapCrawlTest, QueuesTheUrlsOfASitemapAndReadsItOnce) {
  name_sitemap();
  put_map("/map.xml", {"http://a.test/1", "http://a.test/2"});
  run();
  EXPECT_EQ(crawl_->queued(), (std::set<std::string>{"http://a.test/1", "http://a.test/2"}));
  EXPECT_EQ(outcome("http://a.test/map.xml"), "sitemap: 2 URLs");
  run();
  EXPECT_EQ(crawl_->web.times("http://a.test/map.xml").size(), 1u);
}

TEST_F(SitemapCrawlTest, FollowsARedirectAndSettlesBothSitemaps) {
  name_sitemap();
  crawl_->web.answer("http://a.test/map.xml", 301, {{"location", "/new.xml"}});
  put_map("/new.xml", {"http://a.test/1"});
  run();
  EXPECT_EQ(crawl_->queued(), std::set<std::string>{"http://a.test/1"});
  EXPECT_EQ(outcome("http://a.test/new.xml"), "sitemap: 1 URLs");
  EXPECT_EQ(outcome("http://a.test/map.xml"), "sitemap: redirect to http://a.test/new.xml");
}

TEST_F(SitemapCrawlTest, AnErrorSettlesASitemap) {
  name_sitemap();
  run();
  EXPECT_EQ(outcome("http://a.test/map.xml"), "sitemap: http 404");
}

// Ten pages of the host are fetched again: one sitemap is read, at most once a day.
TEST(SitemapAgainTest, ARunThatFetchesPagesAgainReadsASitemapOnceADay) {
  CrawlPieces crawl;
  RecrawlValues values;
  std::vector<OldPage> pages(10);
  for (int i = 0; i < 10; ++i) {
    OldPage& page = pages[static_cast<std::size_t>(i)];
    page.id = crawl.fetched_page("http://a.test/" + std::to_string(i));
    page.host = crawl.urls[page.id].host;
    page.fetched_at = crawl.clock.wall() - 48h;
  }
  values.rate({}, pages, crawl.clock.wall());
  crawl.web.answer("http://a.test/robots.txt", 200, {},
                   "Sitemap: http://a.test/map.xml\nSitemap: http://a.test/more.xml\n");
  for (const char* const map : {"http://a.test/map.xml", "http://a.test/more.xml"})
    crawl.web.answer(map, 200, {{"content-type", "text/plain"}}, "http://a.test/new\n");
  const auto run = [&] {
    SitemapCrawl sitemaps({crawl.core, crawl.links, &values});
    read_sitemaps(crawl, sitemaps);
  };
  const auto reads = [&](const char* map) { return crawl.web.times(map).size(); };
  run();
  EXPECT_EQ(reads("http://a.test/map.xml"), 1U);
  EXPECT_EQ(reads("http://a.test/more.xml"), 0U) << "ten pages are worth one sitemap";
  run();
  EXPECT_EQ(reads("http://a.test/map.xml"), 1U);
  crawl.clock.advance(25h);
  run();
  EXPECT_EQ(reads("http://a.test/map.xml"), 2U);
}

}  // namespace
}  // namespace porthole::gatherer
