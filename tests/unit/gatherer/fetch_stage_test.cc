#include "gatherer/crawl/fetch_stage.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "tests/unit/gatherer/fetch_stage_pieces.h"

namespace porthole::gatherer {
namespace {

using namespace std::chrono_literals;
using porthole::testing::CrawlSettings;
using Stage = porthole::testing::FetchStagePieces<porthole::testing::FetchPieces>;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

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

}  // namespace
}  // namespace porthole::gatherer
