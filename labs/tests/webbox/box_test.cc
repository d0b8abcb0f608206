#include "labs/webbox/box.h"

#include <Poco/Net/HTTPClientSession.h>
#include <Poco/Net/HTTPRequest.h>
#include <Poco/Net/HTTPResponse.h>
#include <Poco/StreamCopier.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "labs/tests/webbox/box_fixture.h"
#include "labs/tests/webbox/fake_tools.h"

namespace porthole::labs {
namespace {

using ::testing::HasSubstr;

class OpenBoxTest : public BoxTest {
 protected:
  BoxOptions options() const {
    BoxOptions options;
    options.sites = cache() / "sites.tsv";
    options.cache = cache() / "cache";
    options.tools = apt_.tools();
    return options;
  }

  void SetUp() override {
    write_file(cache() / "sites.tsv",
               std::string(kList) +
                   "hub\t_hub\tpackages\tpackages.test/bookworm/\tdirectory\n"
                   "lists\t_hub\tlists\tlists.test/\tdirectory\n");
    apt_.add_package("chess-doc", "usr/share/chess/rules.htm", "<p>rules");
  }

  static std::string get(const Server& server, const std::string& host, const std::string& path) {
    Poco::Net::HTTPClientSession session("127.0.0.1", server.port());
    Poco::Net::HTTPRequest request("GET", path, "HTTP/1.1");
    request.set("Host", host);
    session.sendRequest(request);
    Poco::Net::HTTPResponse response;
    std::string body;
    Poco::StreamCopier::copyToString(session.receiveResponse(response), body);
    return body;
  }

  FakeApt apt_;
};

TEST_F(OpenBoxTest, GoesFromAListToAServer) {
  BoxOptions wanted = options();
  wanted.fetch = true;
  const auto box = open_box(wanted);
  ASSERT_TRUE(box) << box.error().to_string();
  EXPECT_EQ(get(*box->server, "chess.test", "/rules.htm"), "<p>rules");
  EXPECT_THAT(get(*box->server, "packages.test", "/bookworm/"), HasSubstr("Sections"));
  EXPECT_EQ(box->server->url(), "http://127.0.0.1:" + std::to_string(box->server->port()));

  // Missing packages and pages are reported and left out: no package for stars, no pages for the
  // lists.
  ASSERT_EQ(box->fetched.failed.size(), 1u);
  EXPECT_EQ(box->fetched.failed[0].package, "stars-doc");
  ASSERT_EQ(box->manifest->left_out().size(), 2u);
  EXPECT_EQ(box->manifest->left_out()[0].site, "stars");
  EXPECT_EQ(box->manifest->left_out()[1].site, "lists");
}

TEST_F(OpenBoxTest, TheSecondTimeNothingIsFetched) {
  BoxOptions wanted = options();
  wanted.fetch = true;
  ASSERT_TRUE(prepare_box(wanted));
  const std::string calls = apt_.calls();
  wanted.fetch = false;
  const auto box = prepare_box(wanted);
  ASSERT_TRUE(box);
  EXPECT_EQ(apt_.calls(), calls);
  EXPECT_EQ(box->server, nullptr);
  EXPECT_TRUE(box->manifest->find("chess.test/rules.htm"));
}

TEST_F(OpenBoxTest, AnEmptyCacheSaysHowToFillIt) {
  write_file(cache() / "sites.tsv", kList);
  const auto box = open_box(options());
  ASSERT_FALSE(box);
  EXPECT_EQ(box.error().code, ErrorCode::kIncomplete);
  EXPECT_THAT(box.error().hint, HasSubstr("--fetch"));
}

}  // namespace
}  // namespace porthole::labs
