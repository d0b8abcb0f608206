#include "gatherer/fetch/polite_fetcher.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "gatherer/fetch/fetcher.h"
#include "tests/support/scripted_fetcher.h"

namespace porthole::gatherer {
namespace {

using namespace std::chrono_literals;
using porthole::testing::ManualClock;
using porthole::testing::ScriptedFetcher;
using std::chrono::milliseconds;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

Url url_of(const std::string& text) { return Url::parse(text).value(); }

bool is_page(const std::string& url) { return !url.ends_with("/robots.txt"); }

class PoliteFetcherTest : public ::testing::Test {
 protected:
  PoliteFetcherTest() {
    specification_.agent.name = "porthole";
    specification_.politeness.delay = 5s;
  }

  PoliteFetcher& fetcher() {
    if (!fetcher_) fetcher_ = std::make_unique<PoliteFetcher>(specification_, clock_, web_);
    return *fetcher_;
  }
  HostId queue_of(const std::string& url) {
    return fetcher().queue_of(url_of(url).host_and_port());
  }
  UrlId put(const std::string& url) {
    const auto id = static_cast<UrlId>(urls_.size() + 1);
    urls_.push_back(url);
    fetcher().put({.id = id}, queue_of(url));
    return id;
  }
  /// Starts all requests that may be made now, and takes their answers.
  void turn() {
    for (const UrlId id : fetcher().take_due()) fetcher().put({.id = id}, queue_of(href(id)));
    while (const std::optional<UrlId> next = fetcher().next()) {
      const RobotsAccess access =
          fetcher().check_robots(url_of(href(*next)), queue_of(href(*next)));
      if (access.state == RobotsAccess::kAsking) continue;
      if (access.state == RobotsAccess::kAllowed) {
        ++tries_[*next];
        fetcher().fetch({.id = *next,
                         .queue = queue_of(href(*next)),
                         .authority = access.authority,
                         .url = url_of(href(*next))});
      } else {
        refused_.emplace(href(*next), access);
        fetcher().erase(*next);
      }
    }
    std::vector<pollfd> others;
    std::vector<FetchedPage> done;
    fetcher().poll(0ms, others, done);
    for (FetchedPage& page : done) answered(std::move(page));
  }
  /// Goes on until nothing waits any more; the clock leaps from one request to the next.
  void run() {
    for (int turns = 0; turns < 1000; ++turns) {
      turn();
      if (fetcher().failure() || fetcher().under_way() > 0) continue;
      const SteadyTime next = fetcher().next_ready();
      if (next == SteadyTime::max()) return;
      const auto left = std::chrono::ceil<milliseconds>(next - clock_.steady());
      if (left > 0ms) clock_.advance(left);
    }
    FAIL() << "there is no end";
  }
  const std::string& href(UrlId id) const { return urls_[static_cast<std::size_t>(id - 1)]; }
  std::vector<std::string> asked() const {
    std::vector<std::string> urls;
    for (const ScriptedFetcher::Asked& asked : web_.asked()) urls.push_back(asked.url);
    return urls;
  }

  ManualClock clock_;
  ScriptedFetcher web_{clock_};
  collection::Specification specification_;  // on the live web, so that pauses are kept
  std::unique_ptr<PoliteFetcher> fetcher_;
  std::vector<std::string> urls_;  // by id from 1
  std::map<UrlId, int> tries_;
  std::map<std::string, RobotsAccess> refused_;
  std::vector<FetchedPage> answers_;

 private:
  void answered(FetchedPage page) {
    if (page.kind == FetchKind::kPage && outcome_of(page.response) == FetchOutcome::kTryAgain &&
        fetcher().try_again(page, tries_[page.id])) {
      fetcher().put({.id = page.id}, page.queue);
    }
    answers_.push_back(std::move(page));
  }
};

// RFC 9309 2.3: before the first page, and once.
TEST_F(PoliteFetcherTest, AsksForRobotsTxtBeforeTheFirstPageOfAHostAndLetsTheHostRest) {
  put("http://a.test/1");
  put("http://a.test/2");
  run();
  EXPECT_THAT(asked(),
              ElementsAre("http://a.test/robots.txt", "http://a.test/1", "http://a.test/2"));
  EXPECT_EQ(web_.shortest_pause([](const std::string&) { return true; }), 5s);
  EXPECT_THAT(answers_, SizeIs(3));
  EXPECT_EQ(answers_[0].kind, FetchKind::kRobots);
  EXPECT_EQ(answers_[2].id, 2);
  EXPECT_EQ(answers_[2].url.href(), "http://a.test/2");
}

TEST_F(PoliteFetcherTest, AsksOneHostWhileAnotherRests) {
  put("http://a.test/");
  put("http://b.test/");
  run();
  EXPECT_EQ(web_.times("http://b.test/"), web_.times("http://a.test/"));
}

TEST_F(PoliteFetcherTest, TellsWhatRobotsTxtSays) {
  web_.answer("http://a.test/robots.txt", 200, {}, "User-agent: *\nDisallow: /private\n");
  web_.fail("http://dead.test/robots.txt", FetchStatus::kUnresolvable);
  put("http://a.test/private/1");
  put("http://a.test/open");
  put("http://dead.test/");
  run();
  ASSERT_THAT(refused_, SizeIs(2));
  const RobotsAccess& refused = refused_.at("http://a.test/private/1");
  EXPECT_EQ(refused.state, RobotsAccess::kRefused);
  EXPECT_EQ(refused.verdict.line, 2);
  EXPECT_EQ(refused_.at("http://dead.test/").state, RobotsAccess::kDead);
  EXPECT_THAT(web_.times("http://a.test/open"), SizeIs(1));
}

TEST_F(PoliteFetcherTest, FollowsRedirectsOfRobotsTxtWithoutAskingTheHostForAnythingElse) {
  web_.answer("http://a.test/robots.txt", 301, {{"location", "http://b.test/rules"}});
  web_.answer("http://b.test/rules", 200, {}, "User-agent: *\nDisallow: /\n");
  put("http://a.test/");
  run();
  EXPECT_THAT(asked(), ElementsAre("http://a.test/robots.txt", "http://b.test/rules"));
  EXPECT_EQ(refused_.at("http://a.test/").state, RobotsAccess::kRefused);
}

TEST_F(PoliteFetcherTest, RetryAfterHoldsTheWholeHostAndAPageIsAskedForThreeTimes) {
  web_.answer("http://a.test/busy", 429, {{"retry-after", "300"}});
  put("http://a.test/busy");
  put("http://a.test/other");
  put("http://b.test/");
  run();
  const auto tries = web_.times("http://a.test/busy");
  ASSERT_THAT(tries, SizeIs(3));
  EXPECT_GE(tries[1] - tries[0], 300s);
  EXPECT_GE(tries[2] - tries[1], 300s);
  const auto other = web_.times("http://a.test/other");
  ASSERT_THAT(other, SizeIs(1));
  EXPECT_TRUE(other[0] < tries[0] || other[0] >= tries[0] + 300s);
  EXPECT_LT(web_.times("http://b.test/").at(0), 60s) << "another host goes on";
}

TEST_F(PoliteFetcherTest, ACutTransferPostponesItsUrlAndOnlySlowsItsHost) {
  web_.fail("http://a.test/cut", FetchStatus::kBroken);
  web_.then("http://a.test/cut", 200);
  put("http://a.test/cut");
  put("http://a.test/other");
  run();
  const auto cut = web_.times("http://a.test/cut");
  const auto other = web_.times("http://a.test/other");
  ASSERT_THAT(cut, SizeIs(2));
  ASSERT_THAT(other, SizeIs(1));
  EXPECT_EQ(other[0] - cut[0], 10s) << "twice the delay";
  EXPECT_GE(cut[1] - cut[0], 30s);
}

TEST_F(PoliteFetcherTest, HostsOfOneDomainAreOneQueueIfItIsToldTo) {
  const auto one_domain = [](const std::string& url) { return url.find("site.org") != url.npos; };
  for (const char* mode : {"host", "domain"}) {
    specification_.politeness.queue_mode = mode;
    ScriptedFetcher web(clock_);
    PoliteFetcher fetcher(specification_, clock_, web);
    const bool is_one = fetcher.queue_of("a.site.org:81") == fetcher.queue_of("b.site.org");
    EXPECT_EQ(is_one, std::string(mode) == "domain");
  }
  put("http://a.site.org/");
  put("http://b.site.org/");
  run();
  EXPECT_GE(web_.shortest_pause(one_domain), 5s);
}

TEST_F(PoliteFetcherTest, AHostThatTurnsAwayDoesNotLeaveOutItsSiblingsOfOneDomain) {
  specification_.politeness.queue_mode = "domain";
  for (int i = 0; i < 10; ++i)
    fetcher().turned_away(queue_of("http://a.site.org/"), "http://a.site.org/" + std::to_string(i));
  EXPECT_FALSE(fetcher().skips("http://b.site.org/"));
  EXPECT_TRUE(fetcher().skips("http://a.site.org/"));
  EXPECT_FALSE(fetcher().skips("http://a.site.org:81/"));
}

// The address of a host is known with its first answer: the pages come after it.
TEST_F(PoliteFetcherTest, HostsOfOneAddressRestTogetherInQueueModeIp) {
  specification_.politeness.queue_mode = "ip";
  for (const char* host : {"a.test", "b.test"}) web_.put_host_at(host, "192.0.2.1");
  web_.put_host_at("c.test", "192.0.2.2");
  for (const char* host : {"a", "b", "c"}) {
    for (const char* page : {"/1", "/2"}) put("http://" + std::string(host) + ".test" + page);
  }
  run();
  const auto of_one_address = [](const std::string& url) {
    return is_page(url) && url.find("c.test") == url.npos;
  };
  EXPECT_GE(web_.shortest_pause(of_one_address), 5s);
  EXPECT_EQ(web_.shortest_pause(is_page), 0s) << "another address need not wait";
}

TEST_F(PoliteFetcherTest, HostsOfOneAddressDoNotWaitForEachOtherInQueueModeHost) {
  for (const char* host : {"a.test", "b.test"}) web_.put_host_at(host, "192.0.2.1");
  for (const char* url : {"http://a.test/1", "http://b.test/1"}) put(url);
  run();
  EXPECT_EQ(web_.shortest_pause(is_page), 0s);
}

TEST_F(PoliteFetcherTest, WaitsForNothingThroughAGatewayUnlessToldTo) {
  specification_.network.gateway = "http://127.0.0.1:1/";
  put("http://a.test/1");
  put("http://a.test/2");
  run();
  EXPECT_EQ(clock_.passed(), 0s);
  EXPECT_FALSE(fetcher().is_patient());
  specification_.politeness.simulated = true;
  EXPECT_TRUE(PoliteFetcher(specification_, clock_, web_).is_patient());
}

TEST_F(PoliteFetcherTest, HostsRestAfterAnEarlierRun) {
  put("http://a.test/");
  fetcher().rest_since(clock_.wall());
  run();
  EXPECT_EQ(web_.times("http://a.test/robots.txt").at(0), 5s);
}

TEST_F(PoliteFetcherTest, AHostRestsUntilATime) {
  put("http://a.test/");
  fetcher().rest_until(queue_of("http://a.test/"), clock_.wall() + 40s);
  run();
  EXPECT_EQ(web_.times("http://a.test/robots.txt").at(0), 40s);
}

TEST_F(PoliteFetcherTest, TimesOfAClockThatWasAheadAreNotWaitedFor) {
  const WallTime wrong = clock_.wall() + 24h * 365;
  put("http://a.test/");
  put("http://b.test/");
  fetcher().rest_since(wrong);
  fetcher().rest_until(queue_of("http://b.test/"), wrong);
  run();
  EXPECT_EQ(web_.times("http://a.test/robots.txt").at(0), 6s) << "as if it was asked just now";
  EXPECT_EQ(web_.times("http://b.test/robots.txt").at(0), 1h) << "the longest Retry-After";
}

TEST_F(PoliteFetcherTest, ASitemapCountsForTheQueueOfItsHost) {
  put("http://a.test/1");
  put("http://a.test/2");
  turn();  // robots.txt
  clock_.advance(5s);
  ASSERT_TRUE(fetcher().next());
  const HostId queue = queue_of("http://a.test/");
  const RobotsAccess access = fetcher().check_robots(url_of("http://a.test/map.xml"), queue);
  ASSERT_EQ(access.state, RobotsAccess::kAllowed);
  const auto ticket =
      fetcher().fetch_sitemap(url_of("http://a.test/map.xml"), queue, access.authority);
  EXPECT_FALSE(fetcher().next()) << "one request at a time";
  turn();
  ASSERT_EQ(answers_.back().kind, FetchKind::kSitemap);
  EXPECT_EQ(answers_.back().response.ticket, ticket);
  EXPECT_FALSE(fetcher().next()) << "the host rests";
  clock_.advance(5s);
  EXPECT_TRUE(fetcher().next());
}

TEST_F(PoliteFetcherTest, HandsOutTheHostsThatHaveChanged) {
  web_.answer("http://a.test/robots.txt", 200, {}, "User-agent: *\nCrawl-delay: 7\n");
  put("http://a.test/");
  run();
  fetcher().note_scheme_twin(url_of("https://a.test/"), true);
  repository::Batch batch;
  fetcher().take_changes(batch);
  ASSERT_THAT(batch.hosts, SizeIs(2));
  EXPECT_EQ(batch.hosts[0].name, "http://a.test");
  EXPECT_EQ(batch.hosts[0].robots_status, 200);
  EXPECT_EQ(batch.hosts[1].scheme_twin, 1);
  fetcher().take_changes(batch);
  EXPECT_THAT(batch.hosts, SizeIs(2)) << "each once";
}

TEST_F(PoliteFetcherTest, KnowsTheRobotsTxtOfAnEarlierRun) {
  repository::HostRecord record;
  record.name = "http://a.test";
  record.robots_status = 200;
  record.robots_fetched_at = clock_.wall();
  record.robots_text = "User-agent: *\nDisallow: /\n";
  fetcher().restore(record);
  put("http://a.test/");
  run();
  EXPECT_THAT(asked(), ElementsAre());
  EXPECT_EQ(refused_.at("http://a.test/").state, RobotsAccess::kRefused);
}

TEST_F(PoliteFetcherTest, EndsWhenNoDescriptorIsLeft) {
  web_.fail("http://a.test/robots.txt", FetchStatus::kExhausted);
  put("http://a.test/");
  turn();
  ASSERT_TRUE(fetcher().failure());
  EXPECT_EQ(fetcher().failure()->code, ErrorCode::kPermission);
}

TEST(FetchOutcomeTest, SaysHowToGoOn) {
  const auto outcome = [](FetchStatus status, int http_status) {
    FetchResponse response;
    response.status = status;
    response.http_status = http_status;
    return outcome_of(response);
  };
  EXPECT_EQ(outcome(FetchStatus::kAnswer, 200), FetchOutcome::kDocument);
  EXPECT_EQ(outcome(FetchStatus::kAnswer, 206), FetchOutcome::kDocument);
  EXPECT_EQ(outcome(FetchStatus::kAnswer, 202), FetchOutcome::kFailed);
  EXPECT_EQ(outcome(FetchStatus::kAnswer, 204), FetchOutcome::kFailed);
  EXPECT_EQ(outcome(FetchStatus::kAnswer, 308), FetchOutcome::kRedirect);
  EXPECT_EQ(outcome(FetchStatus::kAnswer, 429), FetchOutcome::kTryAgain);
  EXPECT_EQ(outcome(FetchStatus::kAnswer, 404), FetchOutcome::kFailed);
  EXPECT_EQ(outcome(FetchStatus::kTimeout, 0), FetchOutcome::kTryAgain);
  EXPECT_EQ(outcome(FetchStatus::kTlsFailed, 0), FetchOutcome::kFailed);
}

TEST(FetchOutcomeTest, APartOfAPageIsBrokenAndAnErrorWhoseTextBreaksOffIsThatError) {
  FetchResponse response;
  response.broke_off = true;
  response.http_status = 200;
  EXPECT_EQ(outcome_of(response), FetchOutcome::kPart);
  EXPECT_EQ(reason_of(response), DropReason::kBroken);
  response.http_status = 410;
  EXPECT_EQ(reason_of(response), repository::http_reason(410));
}

}  // namespace
}  // namespace porthole::gatherer
