// nntp and news against public-inbox, a news server of mailing lists.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "plugins/protocols/tests/local_servers.h"
#include "plugins/protocols/tests/servers.h"
#include "plugins/protocols/tests/speaker.h"

namespace porthole {
namespace {

using gatherer::FetchStatus;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::links_of;
using testing::Loopback;
using testing::read_page;
using testing::ScriptedServer;
using testing::Speaker;

Speaker speaker(const std::string& page_size = "500", Loopback loopback = Loopback::kAllowed) {
  return Speaker({"nntp", "news"}, "nntp", "porthole::NntpHandler", {{"page-size", page_size}},
                 loopback, std::chrono::seconds(10));
}

class NntpTest : public ::testing::Test {
 protected:
  void SetUp() override {
    NEEDS_PLUGIN("nntp", "libcurl4-openssl-dev");
    NEEDS_PROGRAM("public-inbox-nntpd", "public-inbox");
    if (!server_) server_ = std::make_unique<testing::NewsServer>();
  }
  static void TearDownTestSuite() { server_.reset(); }
  static std::string url(const std::string& path, const std::string& scheme = "nntp") {
    return scheme + "://127.0.0.1:" + std::to_string(server_->port()) + path;
  }

  static std::unique_ptr<testing::NewsServer> server_;  // it takes its time to fill
};
std::unique_ptr<testing::NewsServer> NntpTest::server_;

TEST_F(NntpTest, AServerListsItsGroupsWithWhatTheyAreFor) {
  Speaker nntp = speaker();
  const auto got = nntp.fetch(url("/"));
  ASSERT_EQ(got.http_status, 200) << got.detail;
  const Document page = read_page(got, url("/"));
  ASSERT_EQ(page.links.size(), 1u);
  EXPECT_EQ(page.links[0].url, url("/a.test.stars"));
  EXPECT_THAT(page.links[0].after, HasSubstr("public inbox"));
}

TEST_F(NntpTest, AGroupListsItsArticlesPageByPage) {
  Speaker nntp = speaker("2");
  const auto got = nntp.fetch(url("/a.test.stars"));
  ASSERT_EQ(got.http_status, 200) << got.detail;
  const Document page = read_page(got, url("/a.test.stars"));
  ASSERT_EQ(page.links.size(), 3u);
  EXPECT_EQ(page.links[0].url, url("/a.test.stars/1"));
  EXPECT_EQ(page.links[0].anchor, "Light curves");
  EXPECT_THAT(page.links[0].after, HasSubstr("ann@a.test"));
  EXPECT_EQ(page.links[2].url, url("/a.test.stars?from=3"));
  const auto rest = nntp.fetch(page.links[2].url);
  EXPECT_THAT(links_of(rest, page.links[2].url), ElementsAre(url("/a.test.stars/3")));
  EXPECT_EQ(read_page(rest, url("/")).links[0].anchor, "Café");
}

TEST_F(NntpTest, GivesAnArticleByNumberAndByName) {
  Speaker nntp = speaker();
  const auto by_number = nntp.fetch(url("/a.test.stars/2"));
  ASSERT_EQ(by_number.http_status, 200) << by_number.detail;
  EXPECT_EQ(by_number.header("content-type"), "message/rfc822");
  EXPECT_THAT(by_number.body, HasSubstr("References: <first@a.test>\r\n"));
  EXPECT_THAT(by_number.body, HasSubstr("This is the text of second."));
  EXPECT_THAT(nntp.fetch(url("/first@a.test", "news")).body,
              HasSubstr("This is the text of first."));
}

TEST_F(NntpTest, ANameWithoutAServerIsAskedOfTheOneThatTheOptionNames) {
  const std::string server = "127.0.0.1:" + std::to_string(server_->port());
  Speaker news({"news"}, "nntp", "porthole::NntpHandler", {{"server", server}});
  const auto got = news.fetch("news:first@a.test");
  EXPECT_EQ(got.http_status, 301);
  EXPECT_EQ(got.header("location"), "news://" + server + "/first@a.test");
  EXPECT_EQ(speaker().fetch("news:first@a.test").http_status, 404);
}

TEST_F(NntpTest, WhatIsMissingIsNotFound) {
  Speaker nntp = speaker();
  EXPECT_EQ(nntp.fetch(url("/a.test.none")).http_status, 404);
  EXPECT_EQ(nntp.fetch(url("/a.test.stars/99")).http_status, 404);
  EXPECT_EQ(nntp.fetch(url("/none@a.test", "news")).http_status, 404);
  EXPECT_EQ(nntp.fetch(url("/a.test.stars/1%0D%0AQUIT")).http_status, 404);
}

TEST_F(NntpTest, ConnectsToNoAddressThatTheSpecificationDoesNotAllow) {
  EXPECT_EQ(speaker("500", Loopback::kForbidden).fetch(url("/")).status, FetchStatus::kForbidden);
}

TEST(NntpProtocolTest, AServerThatClosesAKeptConnectionIsAskedAgain) {
  NEEDS_PLUGIN("nntp", "libcurl4-openssl-dev");
  ScriptedServer server([](ScriptedServer::Client& client) {
    client.say("200 here\r\n");
    client.line();
    client.say("220 0 <a@b>\r\nSubject: x\r\n\r\n..dot\r\n.\r\n");
  });
  Speaker nntp = speaker();
  const std::string url = "news://127.0.0.1:" + std::to_string(server.port()) + "/a@b";
  for (int i = 0; i < 2; ++i) EXPECT_THAT(nntp.fetch(url).body, HasSubstr("\r\n.dot\r\n"));
}

TEST(NntpProtocolTest, ARefusalOrNonsenseCostsThePageAlone) {
  NEEDS_PLUGIN("nntp", "libcurl4-openssl-dev");
  const auto saying = [](const std::string& words) {
    return [words](ScriptedServer::Client& client) {
      client.say(words);
      client.wait_for_hang_up();
    };
  };
  ScriptedServer refusing(saying("502 go away\r\n"));
  ScriptedServer login(saying("200 here\r\n480 who are you?\r\n"));
  ScriptedServer nonsense(saying("200 here\r\n7 dwarfs\r\n"));
  ScriptedServer endless(saying("200 here\r\n" + std::string(100'000, 'x')));
  Speaker nntp = speaker();
  const auto fetch = [&](const ScriptedServer& server) {
    return nntp.fetch("news://127.0.0.1:" + std::to_string(server.port()) + "/a@b");
  };
  EXPECT_EQ(fetch(refusing).http_status, 403);
  EXPECT_EQ(fetch(login).http_status, 403);
  EXPECT_EQ(fetch(nonsense).status, FetchStatus::kBroken);
  EXPECT_EQ(fetch(endless).status, FetchStatus::kBroken);
}

}  // namespace
}  // namespace porthole
