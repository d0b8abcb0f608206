#include "labs/webbox/server.h"

#include <Poco/Net/HTTPClientSession.h>
#include <Poco/Net/HTTPRequest.h>
#include <Poco/Net/HTTPResponse.h>
#include <Poco/StreamCopier.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <sstream>
#include <thread>

#include "base/json/json.h"
#include "labs/tests/webbox/box_fixture.h"

namespace porthole::labs {
namespace {

using Poco::Net::HTTPClientSession;
using Poco::Net::HTTPRequest;
using Poco::Net::HTTPResponse;
using ::testing::HasSubstr;

struct Answer {
  HTTPResponse head;
  std::string body;
};

class ServerTest : public BoxTest {
 protected:
  void SetUp() override {
    write_sites();
    ServerOptions options;
    options.log_file = log_file();
    auto server = Server::start(manifest(), options);
    ASSERT_TRUE(server) << server.error().to_string();
    server_ = std::move(*server);
  }

  std::filesystem::path log_file() const { return cache() / "access.jsonl"; }

  std::vector<nlohmann::json> log_lines() const {
    std::vector<nlohmann::json> lines;
    std::istringstream in(read_file(log_file()));
    for (std::string line; std::getline(in, line);) lines.push_back(nlohmann::json::parse(line));
    return lines;
  }

  static Answer ask(HTTPClientSession& session, HTTPRequest& request, const std::string& host,
                    const std::string& body = "") {
    request.set("Host", host);
    if (!body.empty()) request.setContentLength(static_cast<std::streamsize>(body.size()));
    session.sendRequest(request) << body;
    Answer answer;
    Poco::StreamCopier::copyToString(session.receiveResponse(answer.head), answer.body);
    return answer;
  }

  Answer ask(const std::string& method, const std::string& host, const std::string& target,
             const std::string& body = "") const {
    HTTPClientSession session("127.0.0.1", server_->port());
    HTTPRequest request(method, target, HTTPRequest::HTTP_1_1);
    return ask(session, request, host, body);
  }

  std::unique_ptr<Server> server_;
};

TEST_F(ServerTest, TellsHostsApartOnOnePort) {
  EXPECT_EQ(ask("GET", "docs.stars.test", "/en/latest/dust/").body, "<p>dust");
  EXPECT_EQ(ask("GET", "chess.test", "/rules.htm").body, "<p>rules");
  EXPECT_EQ(ask("GET", "chess.test", "/en/latest/dust/").head.getStatus(), 404);
  const Answer unknown = ask("GET", "moons.test", "/");
  EXPECT_EQ(unknown.head.getStatus(), 502);
  EXPECT_EQ(unknown.head.get("X-Webbox"), "unknown-host");
}

TEST_F(ServerTest, KeepsAConnectionForTheNextRequest) {
  HTTPClientSession session("127.0.0.1", server_->port());
  session.setKeepAlive(true);
  for (int i = 0; i < 300; ++i) {
    HTTPRequest request("GET", "/rules.htm", HTTPRequest::HTTP_1_1);
    EXPECT_EQ(ask(session, request, "chess.test").body, "<p>rules");
  }
  const auto lines = log_lines();
  ASSERT_EQ(lines.size(), 300u);
  EXPECT_EQ(lines.front()["peer"], lines.back()["peer"]);
}

// RFC 9110 9.3.2: the headers of GET without its content.
TEST_F(ServerTest, HeadTellsTheLengthWithoutTheBody) {
  const Answer head = ask("HEAD", "docs.stars.test", "/en/latest/orbits.html");
  EXPECT_EQ(head.head.getStatus(), 200);
  EXPECT_EQ(head.head.getContentLength(), 2003);
  EXPECT_EQ(head.body, "");
}

TEST_F(ServerTest, ConditionalRequestsWorkOverTheWire) {
  const Answer first = ask("GET", "docs.stars.test", "/en/latest/orbits.html");
  HTTPClientSession session("127.0.0.1", server_->port());
  HTTPRequest request("GET", "/en/latest/orbits.html", HTTPRequest::HTTP_1_1);
  request.set("If-None-Match", first.head.get("ETag"));
  const Answer second = ask(session, request, "docs.stars.test");
  EXPECT_EQ(second.head.getStatus(), 304);
  EXPECT_EQ(second.body, "");
}

TEST_F(ServerTest, RedirectsToTheSchemeThatTheGatewayWasAskedFor) {
  HTTPClientSession session("127.0.0.1", server_->port());
  HTTPRequest request("GET", "/home", HTTPRequest::HTTP_1_1);
  request.set("X-Forwarded-Proto", "https");
  const Answer answer = ask(session, request, "www.stars.test");
  EXPECT_EQ(answer.head.getStatus(), 301);
  EXPECT_EQ(answer.head.get("Location"), "https://docs.stars.test/en/latest/");
  EXPECT_EQ(log_lines().back()["url"], "https://www.stars.test/home");
}

TEST_F(ServerTest, LogsEveryRequestBeforeTheClientHasItsAnswer) {
  HTTPClientSession session("127.0.0.1", server_->port());
  HTTPRequest request("GET", "/rules.htm?a=\"b\"", HTTPRequest::HTTP_1_1);
  request.set("User-Agent", "porthole/1.0 (\xFF)");
  ask(session, request, "chess.test");
  const auto lines = log_lines();
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0]["method"], "GET");
  EXPECT_EQ(lines[0]["url"], "http://chess.test/rules.htm?a=\"b\"");
  EXPECT_EQ(lines[0]["status"], 200);
  EXPECT_EQ(lines[0]["bytes"], 8);
  EXPECT_THAT(lines[0]["agent"].get<std::string>(), HasSubstr("porthole/1.0 ("));
  EXPECT_GT(lines[0]["peer"], 0);
  EXPECT_GT(lines[0]["time"], 1.7e9);
}

TEST_F(ServerTest, ABodyDoesNotSpoilTheNextRequest) {
  const Answer posted = ask("POST", "chess.test", "/rules.htm", "GET / HTTP/1.1\r\n\r\n");
  EXPECT_EQ(posted.head.getStatus(), 405);
  EXPECT_FALSE(posted.head.getKeepAlive());
  EXPECT_EQ(log_lines().size(), 1u);
}

TEST_F(ServerTest, AnswersManyClientsAtOnce) {
  std::atomic<int> good = 0;
  std::vector<std::jthread> clients;
  for (int i = 0; i < 40; ++i) {
    clients.emplace_back([&] {
      HTTPClientSession session("127.0.0.1", server_->port());
      session.setKeepAlive(true);
      for (int n = 0; n < 25; ++n) {
        HTTPRequest request("GET", "/en/latest/orbits.html", HTTPRequest::HTTP_1_1);
        if (ask(session, request, "docs.stars.test").body.size() == 2003) ++good;
      }
    });
  }
  clients.clear();
  EXPECT_EQ(good, 1000);
  EXPECT_EQ(log_lines().size(), 1000u);
}

TEST_F(ServerTest, APortThatIsTakenIsAnError) {
  ServerOptions options;
  options.port = server_->port();
  const auto second = Server::start(manifest(), options);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, ErrorCode::kBusy);
  EXPECT_THAT(second.error().message,
              HasSubstr("port " + std::to_string(options.port) + " is taken"));
  EXPECT_THAT(second.error().message, ::testing::Not(HasSubstr("Exception")));
  EXPECT_THAT(second.error().hint, HasSubstr("--listen 127.0.0.1:0"));
}

TEST_F(ServerTest, ALogThatCannotBeOpenedIsAnError) {
  ServerOptions options;
  options.log_file = "/nowhere/access.jsonl";
  const auto second = Server::start(manifest(), options);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, ErrorCode::kStorage);
  EXPECT_EQ(second.error().file, "/nowhere/access.jsonl");
}

TEST_F(ServerTest, StopEndsOpenConnections) {
  HTTPClientSession session("127.0.0.1", server_->port());
  session.setKeepAlive(true);
  HTTPRequest request("GET", "/rules.htm", HTTPRequest::HTTP_1_1);
  ask(session, request, "chess.test");
  const auto port = server_->port();
  server_->stop();
  server_->stop();
  EXPECT_EQ(server_->port(), port);
  EXPECT_THROW(ask("GET", "chess.test", "/rules.htm"), Poco::Exception);
}

}  // namespace
}  // namespace porthole::labs
