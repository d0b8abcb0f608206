#include "gatherer/crawl/fetch_stage.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/unit/gatherer/crawl_pieces.h"

namespace porthole::gatherer {
namespace {

using namespace std::chrono_literals;
using porthole::testing::CrawlSettings;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

/// A FetchStage with the parts around it: FetchPieces for a first fetch, CrawlPieces for a later
/// one.
template <class Pieces>
struct FetchStagePieces {
  explicit FetchStagePieces(CrawlSettings settings = {}, int at_once = 0)
      : crawl([&] {
          settings.options.pages_at_once = at_once;
          return std::move(settings);
        }()) {
    crawl.budget.begin();
  }

  UrlId queue(const std::string& url, const LinkOrigin& origin = {}) {
    const UrlId id = crawl.admit(url, origin);
    crawl.queue.enqueue(id);
    return id;
  }
  /// Starts all requests that may be made now, and takes their answers.
  void turn() {
    fetches.queue_due();
    fetches.issue();
    std::vector<pollfd> others;
    std::vector<FetchedPage> done;
    crawl.fetcher.poll(std::chrono::milliseconds(0), others, done);
    for (const FetchedPage& page : done) {
      crawl.budget.asked(page.kind);
      take(page);
    }
  }
  void take(const FetchedPage& page) {
    if (page.response.status == FetchStatus::kAnswer) crawl.recrawl.heard_a_server();
    const auto next = fetches.answered(page);
    if (next == FetchStage::Next::kParse) parsed.insert(page.url.href());
    if (next == FetchStage::Next::kArchive) archived.insert(page.url.href());
  }
  /// Goes on until no request is made for some turns; the clock leaps to the next that is due.
  void run() {
    for (int idle = 0; idle < 3; ++idle) {
      const std::size_t asked = crawl.web.asked().size();
      turn();
      if (crawl.web.asked().size() > asked) idle = 0;
      const SteadyTime next = crawl.fetcher.next_ready();
      if (next == SteadyTime::max()) continue;
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(next - crawl.clock.steady());
      if (left > std::chrono::milliseconds(0)) crawl.clock.advance(left);
    }
  }
  std::vector<std::string> asked() const {
    std::vector<std::string> urls;
    for (const auto& asked : crawl.web.asked()) {
      if (!asked.url.ends_with("/robots.txt")) urls.push_back(asked.url);
    }
    return urls;
  }
  /// "dropped: robots.txt: line 2: Disallow: /", as the repository gets it.
  std::string outcome(UrlId id) {
    repository::Batch batch;
    crawl.urls.take_changes(batch);
    for (const UrlRecord& url : batch.new_urls) rows_[url.id] = url;
    for (const UrlRecord& url : batch.changed_urls) rows_[url.id] = url;
    const UrlRecord& url = rows_[id];
    return std::string(name_of(url.state)) + ": " + name_of(url.reason) + ": " + url.detail;
  }
  const UrlTable::Entry& operator[](UrlId id) { return crawl.urls[id]; }

  Pieces crawl;
  SitemapCrawl sitemaps{{crawl.core, crawl.links,
                         crawl.settings.options.refresh ? &crawl.recrawl.values() : nullptr}};
  FetchStage fetches{{crawl.core, crawl.links, sitemaps, crawl.policies}};
  std::set<std::string> parsed, archived;  ///< URLs of answers.

 private:
  std::map<UrlId, UrlRecord> rows_;
};

using Stage = FetchStagePieces<porthole::testing::FetchPieces>;

CrawlSettings patient() {
  CrawlSettings settings;
  settings.specification.politeness.simulated = true;
  return settings;
}

// --- From the queue to the request -------------------------------------------------------------

TEST(FetchStageTest, FetchesWhatRobotsTxtAllowsAndHandsItToTheParser) {
  Stage stage;
  stage.crawl.web.answer("http://a.test/", 200, {}, "<p>text");
  const UrlId id = stage.queue("http://a.test/");
  stage.run();
  EXPECT_THAT(stage.asked(), ElementsAre("http://a.test/"));
  EXPECT_THAT(stage.parsed, ElementsAre("http://a.test/"));
  EXPECT_EQ(stage[id].tries, 1);
  EXPECT_TRUE(stage[id].under_way) << "until it is parsed";
  EXPECT_THAT(stage.archived, ElementsAre("http://a.test/robots.txt"))
      << "a page is archived with its row";
}

// RFC 9309 2.3.1.4.
TEST(FetchStageTest, AUrlWaitsADayForARobotsTxtThatCannotBeHad) {
  Stage stage;
  for (const int status : {503, 503, 503, 404}) {
    stage.crawl.web.answer("http://a.test/robots.txt", status);
  }
  stage.crawl.web.answer("http://a.test/", 200);
  const UrlId id = stage.queue("http://a.test/");
  stage.run();
  EXPECT_EQ(stage[id].reason, DropReason::kRobotsUnreachable);
  EXPECT_THAT(stage.asked(), IsEmpty());
  const auto now = stage.crawl.clock.wall().time_since_epoch().count();
  EXPECT_GT(stage[id].not_before, now + 23 * 3600);

  stage.crawl.clock.advance(std::chrono::seconds(stage[id].not_before - now));
  stage.run();
  EXPECT_THAT(stage.asked(), ElementsAre("http://a.test/"));
  EXPECT_EQ(stage[id].state, UrlState::kQueued);
}

TEST(FetchStageTest, KeepsAtMostSoManyPagesUnderWay) {
  Stage stage({}, 2);
  for (const char* host : {"a", "b", "c", "d"}) {
    const std::string url = "http://" + std::string(host) + ".test/";
    stage.crawl.web.answer(url, 200);
    stage.queue(url);
  }
  stage.run();
  EXPECT_THAT(stage.asked(), SizeIs(2)) << "they wait for the parser";
  stage.crawl.budget.end(stage.crawl.urls.find(stage.asked().front()));
  stage.run();
  EXPECT_THAT(stage.asked(), SizeIs(3));
}

TEST(FetchStageTest, FetchesAPageOnceWhenHttpAndHttpsAreKnownToShowTheSame) {
  Stage stage;
  const UrlId http = stage.crawl.fetched_page("http://a.test/1");
  const UrlId https = stage.queue("https://a.test/1");
  repository::HostRecord host;
  host.name = "https://a.test";
  host.scheme_twin = 1;
  stage.crawl.links.restore(host);
  stage.run();
  EXPECT_THAT(stage.asked(), IsEmpty());
  EXPECT_EQ(stage[https].alias_of, http);
  EXPECT_EQ(stage.outcome(https), "alias: scheme twin: http://a.test/1");
}

TEST(FetchStageTest, AsksForTheSitemapsOfAHostBeforeItsPagesUnlessToldNotTo) {
  for (const bool sitemaps : {false, true}) {
    CrawlSettings settings;
    settings.specification.sitemaps = sitemaps;
    Stage stage(std::move(settings));
    stage.crawl.web.answer("http://a.test/robots.txt", 200, {}, "Sitemap: http://a.test/map.txt\n");
    stage.crawl.web.answer("http://a.test/map.txt", 200, {}, "http://a.test/2\n");
    stage.queue("http://a.test/1");
    stage.run();
    if (sitemaps) {
      EXPECT_THAT(stage.asked(),
                  ElementsAre("http://a.test/map.txt", "http://a.test/1", "http://a.test/2"));
      EXPECT_TRUE(stage.archived.contains("http://a.test/map.txt"));
    } else {
      EXPECT_THAT(stage.asked(), ElementsAre("http://a.test/1"));
    }
  }
}

// --- From the answer on ------------------------------------------------------------------------

TEST(FetchStageTest, AnErrorDropsTheUrlAndIsArchived) {
  Stage stage;
  stage.crawl.web.answer("http://a.test/", 410);
  const UrlId id = stage.queue("http://a.test/");
  stage.run();
  EXPECT_EQ(stage.outcome(id), "dropped: http 410: ");
  EXPECT_EQ(stage.crawl.budget.under_way(), 0);
  EXPECT_THAT(stage.parsed, IsEmpty());
  EXPECT_TRUE(stage.archived.contains("http://a.test/"));
}

// Four requests are for pages: a redirect, two tries that a busy server refuses, and one more.
TEST(FetchStageTest, CountsItsRequestsByKindAndThoseThatBroughtNothing) {
  Stage stage;
  stage.crawl.web.answer("http://a.test/robots.txt", 200, {}, "Sitemap: http://a.test/map.txt\n");
  stage.crawl.web.answer("http://a.test/map.txt", 200, {}, "");
  stage.crawl.web.answer("http://a.test/old", 301, {{"location", "/new"}});
  for (const int status : {503, 503, 200}) stage.crawl.web.answer("http://a.test/new", status);
  stage.queue("http://a.test/old");
  stage.run();
  GatherReport report;
  stage.crawl.budget.count(report);
  EXPECT_EQ(report.requests.pages, 4);
  EXPECT_EQ(report.requests.failures, 2);
  EXPECT_EQ(report.requests.robots, 1);
  EXPECT_EQ(report.requests.sitemaps, 1);
  Progress progress;
  stage.crawl.budget.count(progress);
  EXPECT_EQ(progress.requests.pages, 4);
}

TEST(FetchStageTest, AnAnswerOfAnEarlierRunIsNoRequest) {
  Stage stage;
  const UrlId id = stage.queue("http://a.test/");
  FetchedPage page{.id = id, .url = Url::parse("http://a.test/").value(), .from = "other"};
  page.response.http_status = 404;
  page.response.response_head = "HTTP/1.1 404 Not Found\r\n\r\n";
  page.response.started = stage.crawl.clock.wall();
  stage.fetches.expect(page);
  stage.take(page);
  EXPECT_EQ(stage[id].reason, repository::http_reason(404));
  EXPECT_EQ(stage[id].tries, 0) << "the counts of the whole crawl follow from the tries";
  GatherReport report;
  stage.crawl.budget.count(report);
  EXPECT_EQ(report.requests.pages, 0);
  EXPECT_EQ(report.requests.failures, 0);
}

TEST(FetchStageTest, AUrlThatIsTriedAgainKeepsTheReasonAndTheTimeOfItsNextTry) {
  Stage stage(patient());
  stage.crawl.web.answer("http://a.test/", 429, {{"retry-after", "300"}});
  stage.crawl.web.answer("http://a.test/", 200);
  const UrlId id = stage.queue("http://a.test/");
  while (stage.asked().empty()) {
    stage.turn();
    stage.crawl.clock.advance(1s);
  }
  EXPECT_EQ(stage.outcome(id), "queued: http 429: ");
  const auto now = stage.crawl.clock.wall().time_since_epoch().count();
  EXPECT_GE(stage[id].not_before, now + 298);
  stage.run();
  const auto times = stage.crawl.web.times("http://a.test/");
  ASSERT_THAT(times, SizeIs(2));
  EXPECT_GE(times[1] - times[0], 300s);
  EXPECT_THAT(stage.parsed, ElementsAre("http://a.test/"));
}

TEST(FetchStageTest, AUrlThatRedirectsIsAnotherNameOfItsTarget) {
  Stage stage;
  stage.crawl.web.answer("http://a.test/old", 301, {{"location", "http://me:x@b.test/new"}});
  const UrlId id = stage.queue("http://a.test/old", {.hops = 2, .seed = true});
  stage.run();
  const UrlId target = stage.crawl.urls.find("http://b.test/new");
  ASSERT_NE(target, 0);
  EXPECT_EQ(stage.outcome(id), "alias: redirect: http://b.test/new");
  EXPECT_EQ(stage[id].alias_of, target);
  EXPECT_EQ(stage[target].hops, 2) << "no nearer and no farther";
  EXPECT_EQ(stage[target].redirects, 1);
  EXPECT_TRUE(stage[target].seed);
  EXPECT_THAT(stage.asked(), ElementsAre("http://a.test/old", "http://b.test/new"));
  EXPECT_TRUE(stage.archived.contains("http://a.test/old"));
}

TEST(FetchStageTest, ARedirectThatLeadsNowhereDropsItsUrl) {
  CrawlSettings settings;
  settings.specification.limits.redirects = 1;
  settings.manners["imap"] = {.schemes = {"imap"}, .open_to_links = false, .default_port = 143};
  Stage stage(std::move(settings));
  const std::map<std::string, std::pair<std::string, std::string>> cases = {
      {"http://a.test/none", {"", "dropped: bad redirect: "}},
      {"http://a.test/bad", {"http://me:secret@[", "dropped: bad redirect: "}},
      {"http://a.test/mail",
       {"imap://mail.test/INBOX", "dropped: closed to links: imap://mail.test/INBOX"}},
      {"http://a.test/self", {"/self#top", "dropped: redirect loop: http://a.test/self#top"}}};
  std::map<std::string, UrlId> ids;
  for (const auto& [url, target] : cases) {
    stage.crawl.web.answer(url, 301, {{"location", target.first}});
    ids[url] = stage.queue(url);
  }
  stage.run();
  for (const auto& [url, target] : cases) {
    EXPECT_THAT(stage.outcome(ids[url]), HasSubstr(target.second)) << url;
    EXPECT_THAT(stage.outcome(ids[url]), Not(HasSubstr("secret"))) << url;
  }
  EXPECT_THAT(stage.asked(), SizeIs(cases.size()));
}

TEST(FetchStageTest, FollowsAChainOfRedirectsUpToTheLimit) {
  CrawlSettings settings;
  settings.specification.limits.redirects = 2;
  Stage stage(std::move(settings));
  for (int i = 0; i < 5; ++i) {
    stage.crawl.web.answer("http://a.test/" + std::to_string(i), 302,
                           {{"location", "/" + std::to_string(i + 1)}});
  }
  stage.queue("http://a.test/0");
  stage.run();
  EXPECT_THAT(stage.asked(), ElementsAre("http://a.test/0", "http://a.test/1", "http://a.test/2"));
  EXPECT_THAT(stage.outcome(stage.crawl.urls.find("http://a.test/2")),
              HasSubstr("http://a.test/3"));
  EXPECT_EQ(stage[stage.crawl.urls.find("http://a.test/2")].reason, DropReason::kTooManyRedirects);
}

// --- Pages of an earlier run, which the stage fetches again ------------------------------------

struct RefreshStage : FetchStagePieces<porthole::testing::CrawlPieces> {
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
  RefreshStage stage(refreshing());
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
  RefreshStage stage(refreshing());
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
  RefreshStage stage(refreshing());
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
  RefreshStage stage(refreshing());
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
  RefreshStage stage(refreshing());
  stage.queue_by_value({"http://a.test/0", "http://a.test/1"});
  stage.crawl.web.answer("http://a.test/robots.txt", 200, {}, "Sitemap: http://a.test/map.xml\n");
  stage.run();
  EXPECT_THAT(stage.asked(), ElementsAre("http://a.test/0", "http://a.test/1"));
}

}  // namespace
}  // namespace porthole::gatherer
