// gopher against gophernicus.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>

#include "plugins/protocols/tests/local_servers.h"
#include "plugins/protocols/tests/servers.h"
#include "plugins/protocols/tests/speaker.h"
#include "tests/support/files.h"
#include "tests/support/temp_dir.h"

namespace porthole {
namespace {

namespace fs = std::filesystem;

using gatherer::FetchStatus;
using ::testing::Contains;
using ::testing::HasSubstr;
using testing::links_of;
using testing::Loopback;
using ::testing::Not;
using testing::ScriptedServer;
using testing::Speaker;
using testing::write_whole_file;

Speaker speaker(Loopback loopback = Loopback::kAllowed,
                std::chrono::seconds patience = std::chrono::seconds(30)) {
  return Speaker({"gopher"}, "gopher", "porthole::GopherHandler", {}, loopback, patience);
}

class GopherTest : public ::testing::Test {
 protected:
  void SetUp() override {
    NEEDS_PLUGIN("gopher", "libcurl4-openssl-dev");
    NEEDS_PROGRAM("gophernicus", "gophernicus");
    fs::create_directories(root_ / "stars");
    write_whole_file(root_ / "gophermap",
                     "Things to look at\r\n1Stars and light curves\t/stars\r\n"
                     "0About this server\t/about.txt\r\n"
                     "hA page of the web\tURL:http://web.test/\r\n");
    write_whole_file(root_ / "about.txt", "A telescope.\n.. and two dots\n");
    write_whole_file(root_ / "stars/mizar.txt", "A double star.\n");
    server_ = std::make_unique<testing::GopherServer>(root_);
  }
  std::string url(const std::string& path) const {
    return "gopher://127.0.0.1:" + std::to_string(server_->port()) + path;
  }

  testing::TempDir temporary_;
  fs::path root_ = temporary_ / "root";
  std::unique_ptr<testing::GopherServer> server_;
};

TEST_F(GopherTest, AMenuIsAPageOfLinksWithTheWordsBetweenThem) {
  Speaker gopher = speaker();
  const auto got = gopher.fetch(url("/"));
  ASSERT_EQ(got.http_status, 200) << got.detail;
  const Document page = testing::read_page(got, url("/"));
  EXPECT_THAT(page.text, HasSubstr("Things to look at"));
  EXPECT_THAT(links_of(got, url("/")), Contains("http://web.test/"));
  ASSERT_GE(page.links.size(), 2u);
  EXPECT_EQ(page.links[0].url, url("/1/stars"));
  EXPECT_EQ(page.links[0].anchor, "Stars and light curves");
  EXPECT_EQ(page.links[1].url, url("/0/about.txt"));
}

TEST_F(GopherTest, FetchesATextWithoutTheDotsOfTheProtocol) {
  Speaker gopher = speaker();
  const auto got = gopher.fetch(url("/0/about.txt"));
  ASSERT_EQ(got.http_status, 200) << got.detail;
  EXPECT_EQ(got.header("content-type"), "text/plain");
  EXPECT_THAT(got.body, HasSubstr("A telescope."));
  EXPECT_THAT(got.body, Not(HasSubstr("\r\n.\r\n")));
}

TEST_F(GopherTest, WhatIsMissingIsNotFound) {
  Speaker gopher = speaker();
  EXPECT_EQ(gopher.fetch(url("/0/none.txt")).http_status, 404);
  EXPECT_EQ(gopher.fetch(url("/1/none")).http_status, 404);
}

TEST_F(GopherTest, ConnectsToNoAddressThatTheSpecificationDoesNotAllow) {
  Speaker gopher = speaker(Loopback::kForbidden);
  EXPECT_EQ(gopher.fetch(url("/")).status, FetchStatus::kForbidden);
}

TEST(GopherProtocolTest, LinesThatMakeNoSenseAreLeftOutAndHostsAreWhereTheyAreSaidToBe) {
  NEEDS_PLUGIN("gopher", "libcurl4-openssl-dev");
  ScriptedServer server([](ScriptedServer::Client& client) {
    client.line();
    client.say(
        "1Good & <bold>\t/a b?c\tother.test\t7070\r\n\r\n\t\t\t\r\nnonsense\r\n"
        "0No port\t/x\tother.test\t\r\n.\r\n1After the end\t/y\tother.test\t70\r\n");
  });
  Speaker gopher = speaker();
  const std::string url = "gopher://127.0.0.1:" + std::to_string(server.port()) + "/1";
  const auto got = gopher.fetch(url);
  ASSERT_EQ(got.http_status, 200) << got.detail;
  EXPECT_EQ(links_of(got, url), (std::vector<std::string>{"gopher://other.test:7070/1/a%20b%3Fc",
                                                          "gopher://other.test:70/0/x"}));
}

TEST(GopherProtocolTest, AnEmptyMenuOrASilentServerCostsThePageAlone) {
  NEEDS_PLUGIN("gopher", "libcurl4-openssl-dev");
  ScriptedServer empty([](ScriptedServer::Client& client) { client.line(); });
  ScriptedServer silent([](ScriptedServer::Client& client) { client.wait_for_hang_up(); });
  const auto url = [](const ScriptedServer& server) {
    return "gopher://127.0.0.1:" + std::to_string(server.port()) + "/1";
  };
  EXPECT_EQ(speaker().fetch(url(empty)).status, FetchStatus::kBroken);
  Speaker impatient = speaker(Loopback::kAllowed, std::chrono::seconds(2));
  const FetchStatus late = impatient.fetch(url(silent)).status;
  EXPECT_TRUE(late == FetchStatus::kBroken || late == FetchStatus::kTimeout);
}

}  // namespace
}  // namespace porthole
