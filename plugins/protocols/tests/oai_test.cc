// oai against a repository made of the modules of libhttp-oai-perl.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "plugins/protocols/tests/servers.h"
#include "plugins/protocols/tests/speaker.h"

namespace porthole {
namespace {

using gatherer::FetchStatus;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::links_of;
using testing::Loopback;
using testing::read_page;
using testing::ScriptedServer;
using testing::Speaker;

const char* const kProvider =
    PORTHOLE_SOURCE_DIR "/plugins/protocols/tests/servers/oai_provider.pl";

Speaker speaker(Loopback loopback = Loopback::kAllowed) {
  return Speaker({"oai"}, "oai", "porthole::OaiHandler", {}, loopback, std::chrono::seconds(10));
}

std::string at(int port, const std::string& rest) {
  return "oai://127.0.0.1:" + std::to_string(port) + rest;
}

class OaiTest : public ::testing::Test {
 protected:
  void SetUp() override {
    NEEDS_PLUGIN("oai", "libcurl4-openssl-dev");
    NEEDS_PROGRAM("perl", "perl");
    if (testing::run_program(testing::find_program("perl"), {"-MHTTP::OAI", "-e", "1"}).code != 0) {
      GTEST_SKIP() << "needs the Debian package libhttp-oai-perl";
    }
    server_ = std::make_unique<testing::Inetd>(
        std::vector<std::string>{testing::find_program("perl"), kProvider});
  }
  std::string url(const std::string& rest) const { return at(server_->port(), rest); }

  std::unique_ptr<testing::Inetd> server_;
};

TEST_F(OaiTest, ARepositoryIsAPageOfLinksWithWhatRecordsSayOfThemselves) {
  Speaker oai = speaker();
  const auto got = oai.fetch(url("/oai"));
  ASSERT_EQ(got.http_status, 200) << got.detail;
  const Document page = read_page(got, url("/oai"));
  ASSERT_EQ(page.links.size(), 3u);
  EXPECT_EQ(page.links[0].url, url("/oai?identifier=oai%3Aa.test%3A1"));
  EXPECT_EQ(page.links[0].anchor, "Light curves");
  EXPECT_THAT(page.links[0].after, HasSubstr("How stars vary & why."));
  EXPECT_EQ(page.links[2].url, url("/oai?resumptionToken=rest%20of%20it"));
  EXPECT_THAT(links_of(oai.fetch(page.links[2].url), page.links[2].url),
              ElementsAre(url("/oai?identifier=oai%3Aa.test%3A3%3Fx")))
      << "deleted ones are left out";
}

TEST_F(OaiTest, ARecordIsAPageWithItsLinks) {
  Speaker oai = speaker();
  const std::string record = url("/oai?identifier=oai%3Aa.test%3A1");
  const auto got = oai.fetch(record);
  ASSERT_EQ(got.http_status, 200) << got.detail;
  const Document page = read_page(got, record);
  EXPECT_EQ(page.title, "Light curves");
  EXPECT_THAT(page.text, HasSubstr("creator: Ann"));
  EXPECT_EQ(page.description, "How stars vary & why.");
  EXPECT_THAT(links_of(got, record),
              ::testing::UnorderedElementsAre("http://papers.test/1", "http://papers.test/2"));
}

TEST_F(OaiTest, WhatIsMissingIsNotFoundAndWhatWasDeletedIsGone) {
  Speaker oai = speaker();
  EXPECT_EQ(oai.fetch(url("/oai?identifier=none")).http_status, 404);
  EXPECT_EQ(oai.fetch(url("/oai?identifier=oai%3Aa.test%3A4")).http_status, 410);
}

TEST_F(OaiTest, ConnectsToNoAddressThatTheSpecificationDoesNotAllow) {
  EXPECT_EQ(speaker(Loopback::kForbidden).fetch(url("/oai")).status, FetchStatus::kForbidden);
}

TEST(OaiProtocolTest, WhatARepositorySaysByHttpIsTheAnswer) {
  NEEDS_PLUGIN("oai", "libcurl4-openssl-dev");
  const auto saying = [](const std::string& words) {
    return [words](ScriptedServer::Client& client) {
      while (!client.line().empty()) {
      }
      client.say(words);
    };
  };
  const std::string ok = "HTTP/1.0 200 OK\r\n\r\n";
  ScriptedServer busy(saying("HTTP/1.0 503 Later\r\nRetry-After: 7\r\n\r\n"));
  ScriptedServer moved(saying("HTTP/1.0 301 Moved\r\nLocation: https://b.test/oai\r\n\r\n"));
  ScriptedServer page(saying(ok + "<html>no</html>"));
  ScriptedServer damaged(
      saying(ok + "<OAI-PMH xmlns='http://www.openarchives.org/OAI/2.0/'><ListRec"));
  ScriptedServer bomb(saying(ok + "<!DOCTYPE a [<!ENTITY b 'c'>]><OAI-PMH "
                                  "xmlns='http://www.openarchives.org/OAI/2.0/'>&b;</OAI-PMH>"));
  Speaker oai = speaker();
  const auto later = oai.fetch(at(busy.port(), "/"));
  EXPECT_EQ(later.http_status, 503) << later.detail;
  EXPECT_EQ(later.header("retry-after"), "7");
  EXPECT_EQ(oai.fetch(at(moved.port(), "/")).header("location"), "oais://b.test/oai");
  for (const ScriptedServer* wrong : {&page, &damaged, &bomb}) {
    EXPECT_EQ(oai.fetch(at(wrong->port(), "/")).status, FetchStatus::kBroken);
  }
}

}  // namespace
}  // namespace porthole
