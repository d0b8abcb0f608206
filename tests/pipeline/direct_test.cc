// Gathering without a gateway: allowed addresses, and the number of requests.

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/url/url.h"
#include "gatherer/crawl/gather.h"
#include "tests/support/manual_clock.h"
#include "tests/support/site_server.h"
#include "tests/support/small_web.h"
#include "tests/support/test_collection.h"

namespace porthole {
namespace {

using testing::ManualClock;
using testing::SiteServer;
using testing::SmallWeb;
using testing::SpecificationText;
using testing::TestCollection;
using namespace std::chrono_literals;

SpecificationText direct(const std::string& seed, const std::string& network) {
  SpecificationText text;
  text.seeds = {seed};
  text.network = network;
  text.politeness = "<politeness delay=\"0\" min-delay=\"0\"/>";
  return text;
}

std::string allow(int port) {
  return "<allow addresses=\"127.0.0.1\" ports=\"" + std::to_string(port) + "\"/>";
}

TEST(DirectTest, SpeaksToNoLoopbackAddressThatIsNotAllowed) {
  SiteServer canary;
  canary.answer("/", SiteServer::page("<p>secret"));
  const TestCollection collection(direct(canary.url("/"), ""));
  collection.gather();
  EXPECT_TRUE(collection.pages().empty());
  EXPECT_EQ(canary.connections(), 0);
  EXPECT_EQ(collection.state(canary.url("/")), "dropped: forbidden-address");
}

// Fetch standard, "port blocking": the address is allowed, the port is that of mail or X11.
TEST(DirectTest, LeadsToNoPortOfAnotherService) {
  SiteServer server;
  server.answer("/", SiteServer::page("<p>x<a href='http://127.0.0.1:25/'>mail</a>"
                                      "<a href=/redirect>on</a>"));
  server.answer("/redirect",
                "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:6000/\r\n"
                "Content-Length: 0\r\n\r\n");
  const TestCollection collection(direct(server.url("/"), "<allow addresses=\"127.0.0.1\"/>"));
  collection.gather();
  EXPECT_EQ(collection.pages(), std::set<std::string>{server.url("/")});
  EXPECT_EQ(collection.state("http://127.0.0.1:25/"), "dropped: forbidden-address");
  EXPECT_EQ(collection.state("http://127.0.0.1:6000/"), "dropped: forbidden-address");
}

TEST(DirectTest, FollowsNeitherLinkNorRedirectToAnAddressThatIsNotAllowed) {
  SiteServer canary;
  canary.answer("/", SiteServer::page("<p>secret"));
  const std::string by_name = "http://localhost:" + std::to_string(canary.port()) + "/";
  const std::string by_number = "http://0x7f000001:" + std::to_string(canary.port()) + "/hex";
  SiteServer server;
  server.answer("/", SiteServer::page("<a href=/away>r</a><a href='" + canary.url("/linked") +
                                      "'>l</a><a href='" + by_name + "'>n</a><a href='" +
                                      by_number + "'>h</a>"));
  server.answer("/away", "HTTP/1.1 302 Found\r\nLocation: " + canary.url("/") +
                             "\r\nContent-Length: 0\r\n\r\n");
  const TestCollection collection(direct(server.url("/"), allow(server.port())));
  collection.gather();
  EXPECT_EQ(collection.pages(), std::set<std::string>{server.url("/")});
  EXPECT_EQ(canary.connections(), 0);
  EXPECT_EQ(collection.state(canary.url("/")), "dropped: forbidden-address");
}

// RFC 9309 says nothing of where robots.txt may redirect to; our address policy does.
TEST(DirectTest, FollowsNoRedirectOfRobotsTxtToAnAddressThatIsNotAllowed) {
  SiteServer canary;
  canary.answer("/robots.txt", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
  SiteServer server;
  server.answer("/", SiteServer::page("<p>front"));
  server.answer("/robots.txt", "HTTP/1.1 302 Found\r\nLocation: " + canary.url("/robots.txt") +
                                   "\r\nContent-Length: 0\r\n\r\n");
  const TestCollection collection(direct(server.url("/"), allow(server.port())));
  collection.gather();
  EXPECT_EQ(canary.connections(), 0);
  EXPECT_EQ(collection.state(server.url("/")), "dropped: robots.txt unreachable");
  EXPECT_NE(
      collection.url(server.url("/")).detail.find("redirects to " + canary.url("/robots.txt")),
      std::string::npos);
  EXPECT_EQ(server.requests().size(), 1u) << "nothing of the host is fetched";
}

// The network, a name, the specification may have been put right since.
TEST(DirectTest, TriesASeedAgainThatCouldNotBeSpokenTo) {
  SiteServer server;
  server.answer("/", SiteServer::page("<p>open"));
  SpecificationText text = direct(server.url("/"), "");
  const TestCollection collection(text);
  const gatherer::GatherReport first = collection.gather();
  ASSERT_EQ(first.unfetched_seeds.size(), 1u);
  EXPECT_EQ(first.unfetched_seeds[0].reason, repository::DropReason::kForbiddenAddress);
  EXPECT_NE(first.unfetched_seeds[0].remedy.find(allow(server.port())), std::string::npos)
      << first.unfetched_seeds[0].remedy;
  text.network = allow(server.port());
  collection.respecify(text);
  const gatherer::GatherReport second = collection.gather();
  EXPECT_EQ(collection.pages(), std::set<std::string>{server.url("/")});
  EXPECT_TRUE(second.unfetched_seeds.empty());
}

/// A crawl by a clock that stands nearly still while something is asked for, and leaps when the
/// crawl has nothing to do but wait. The web notes the time of each request by that clock.
class PolitenessTest : public ::testing::Test {
 protected:
  void SetUp() override { web_.keep_time(clock_); }

  void make_pages(const std::string& origin, int count) {
    std::string links = "<p>front of " + origin;
    for (int i = 1; i <= count; ++i) {
      const std::string page = "/" + std::to_string(i);
      links += "<a href=" + page + ">page</a>";
      web_.page(origin + page, "<p>page " + page + " of " + origin);
    }
    web_.page(origin + "/", links);
  }
  TestCollection collection(const std::string& politeness, std::vector<std::string> seeds) {
    SpecificationText text;
    text.seeds = std::move(seeds);
    text.network = testing::gateway_to(web_.gateway());
    text.politeness = politeness;
    return TestCollection(text);
  }
  /// The shortest time between two requests to one host.
  std::chrono::milliseconds shortest_pause() const {
    std::map<std::string, std::chrono::milliseconds> last;
    auto shortest = std::chrono::milliseconds::max();
    for (const SmallWeb::Asked& asked : web_.asked()) {
      const std::string host = Url::parse(asked.url)->host_and_port();
      if (const auto before = last.find(host); before != last.end()) {
        shortest = std::min(shortest, asked.at - before->second);
      }
      last[host] = asked.at;
    }
    return shortest;
  }
  gatherer::GatherOptions by_clock(std::chrono::milliseconds leap = 10s) {
    gatherer::GatherOptions options;
    options.clock = &clock_;
    options.progress = [this, leap](const gatherer::Progress& progress) {
      if (progress.under_way == 0) clock_.advance(leap);
    };
    return options;
  }

  ManualClock clock_{100ms};
  SmallWeb web_;
};

TEST_F(PolitenessTest, LetsAHostRestBetweenRequests) {
  make_pages("http://a.test", 3);
  make_pages("http://b.test", 3);
  const auto made = collection("<politeness delay=\"20\" simulated=\"yes\"/>",
                               {"http://a.test/", "http://b.test/"});
  made.gather(by_clock());
  EXPECT_EQ(made.pages().size(), 8u);
  EXPECT_GE(shortest_pause(), 20s);
}

TEST_F(PolitenessTest, TheDelayOutlivesARunThatWasKilled) {
  web_.robots("http://a.test", "User-agent: *\nCrawl-delay: 25\n");
  make_pages("http://a.test", 2);
  const auto made = collection("<politeness delay=\"20\" simulated=\"yes\"/>", {"http://a.test/"});
  gatherer::GatherOptions options = by_clock(1s);
  options.pages = 1;
  made.gather(options);
  {
    const auto repository = made.repository(repository::Access::kWrite);
    repository::RunRecord killed;
    killed.started = clock_.wall();
    ASSERT_TRUE(repository->crawl().begin_run(killed));
  }
  const auto before = clock_.passed();
  made.gather(by_clock(1s));
  for (const SmallWeb::Asked& asked : web_.asked()) {
    if (asked.url != "http://a.test/1") continue;
    EXPECT_GE(asked.at - before, 25s) << "when it was killed is not known";
  }
  EXPECT_EQ(made.pages().size(), 3u);
}

TEST_F(PolitenessTest, AsksForRobotsTxtAgainAfterADay) {
  web_.robots("http://a.test", "User-agent: *\nDisallow: /2\n");
  make_pages("http://a.test", 4);
  const auto made =
      collection("<politeness delay=\"40000\" simulated=\"yes\"/>", {"http://a.test/"});
  made.gather(by_clock(4h));
  EXPECT_EQ(made.pages().size(), 4u);
  EXPECT_GE(web_.times_asked("http://a.test/robots.txt"), 2);
}

}  // namespace
}  // namespace porthole
