#include "labs/generated/web_handler.h"

#include <Poco/Net/HTTPClientSession.h>
#include <Poco/Net/HTTPRequest.h>
#include <Poco/Net/HTTPResponse.h>
#include <gtest/gtest.h>

#include <atomic>
#include <iterator>
#include <memory>

#include "http/server.h"

namespace porthole::labs {
namespace {

class WebHandlerTest : public ::testing::Test {
 protected:
  WebHandlerTest() {
    WebDials dials;
    dials.pages = 1'000;
    dials.sites = 50;
    web_ = std::make_shared<const GeneratedWeb>(*GeneratedWeb::generate(dials, 3));
    http::ServerOptions options;
    options.hosts = hosts_of(*web_);
    server_ = std::move(
        *http::Server::start(make_web_handler(web_, [this] { return hours_.load(); }), options));
  }

  struct Answer {
    int status = 0;
    std::string body, etag;
  };
  Answer get(const std::string& host, const std::string& path, const std::string& etag = "") {
    Poco::Net::HTTPClientSession session("127.0.0.1", server_->port());
    Poco::Net::HTTPRequest request("GET", path, Poco::Net::HTTPMessage::HTTP_1_1);
    request.setHost(host);
    if (!etag.empty()) request.set("If-None-Match", etag);
    session.sendRequest(request);
    Poco::Net::HTTPResponse response;
    std::istream& body = session.receiveResponse(response);
    return {static_cast<int>(response.getStatus()),
            {std::istreambuf_iterator<char>(body), {}},
            response.get("ETag", "")};
  }

  std::atomic<double> hours_ = 0;
  std::shared_ptr<const GeneratedWeb> web_;
  std::unique_ptr<http::Server> server_;
};

TEST_F(WebHandlerTest, AnswersForThePageOfTheHost) {
  const std::string host = GeneratedWeb::host(7);
  const NodeId page = web_->pages_of(7).first;
  const Answer front = get(host, "/");
  EXPECT_EQ(front.status, 200);
  EXPECT_EQ(front.body, page_html(*web_, page));
  const std::string url = web_->url(page + 1);
  EXPECT_EQ(get(host, url.substr(url.find('/', 8))).body, page_html(*web_, page + 1));
  EXPECT_EQ(get(host, "/robots.txt").body, kRobotsTxt);
  EXPECT_EQ(get(host, "/nothing.html").status, 404);
}

TEST_F(WebHandlerTest, APageIsNotSentAgainUntilItChanges) {
  NodeId page = 0;
  while ((*web_)[page].change_hours <= 0) ++page;
  const std::string url = web_->url(page);
  const std::string host = GeneratedWeb::host((*web_)[page].site),
                    path = url.substr(url.find('/', 8));
  const Answer first = get(host, path);
  EXPECT_EQ(get(host, path, first.etag).status, 304);
  hours_ = 2.0 * static_cast<double>((*web_)[page].change_hours);
  const Answer changed = get(host, path, first.etag);
  EXPECT_EQ(changed.status, 200);
  EXPECT_NE(changed.body, first.body);
}

}  // namespace
}  // namespace porthole::labs
