#include "labs/generated/web_handler.h"

#include <Poco/Net/HTTPClientSession.h>
#include <Poco/Net/HTTPRequest.h>
#include <Poco/Net/HTTPResponse.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <iterator>
#include <memory>
#include <string>

#include "http/server.h"
#include "parser/parse.h"

namespace porthole::labs {
namespace {

GeneratedWeb small_web() {
  WebDials dials;
  dials.pages = 1'000;
  dials.sites = 50;
  dials.hidden_anchors = .3;
  return *GeneratedWeb::generate(dials, 3);
}

TEST(PageHtmlTest, TheParserReadsTitleWordsAndLinksOfTheWebFromItsHtml) {
  const GeneratedWeb web = small_web();
  std::size_t hidden = 0;
  for (NodeId page = 0; page < 50; ++page) {
    SCOPED_TRACE(page);
    parser::ParseInput input;
    input.url = web.url(page);
    input.content_type = "text/html; charset=utf-8";
    input.body = page_html(web, page);
    const Document read = parser::parse_document(input);
    EXPECT_EQ(read.title, web.title(page));
    const std::string body = web.body(page);
    std::string text = read.text;
    std::replace(text.begin(), text.end(), '\n', ' ');  // between paragraphs
    EXPECT_NE(text.find(body), std::string::npos);
    std::size_t at = 0;
    Link wanted;
    for (const Link& link : read.links) {
      if (link.element == Element::kImg) continue;
      ASSERT_LT(at, web.links(page).size());
      web.fill_link(page, at++, wanted);
      EXPECT_EQ(link.url, wanted.url);
      EXPECT_EQ(link.anchor, wanted.anchor);
      EXPECT_EQ(link.element, wanted.element);
      hidden += wanted.anchor.empty() ? 1 : 0;
    }
    EXPECT_EQ(at, web.links(page).size());
  }
  EXPECT_GT(hidden, 50U);
}

TEST(PageHtmlTest, AChangedPageHasOtherWordsAndTheSameLinks) {
  const GeneratedWeb web = small_web();
  NodeId page = 0;
  while (web[page].change_hours <= 0) ++page;
  const double later = 2.0 * static_cast<double>(web[page].change_hours);
  EXPECT_EQ(page_html(web, page), page_html(web, page, 0));
  EXPECT_NE(page_html(web, page), page_html(web, page, later));
  const auto links_of = [](const std::string& html) { return html.substr(html.find("<ul>")); };
  EXPECT_EQ(links_of(page_html(web, page)), links_of(page_html(web, page, later)));
}

class WebHandlerTest : public ::testing::Test {
 protected:
  WebHandlerTest() {
    web_ = std::make_shared<const GeneratedWeb>(small_web());
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
