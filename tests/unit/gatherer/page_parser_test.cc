#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "gatherer/crawl/page_reader.h"

namespace porthole::gatherer {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

FetchedPage html(UrlId id, std::string body, const std::string& url = "http://a.test/") {
  FetchedPage page{.id = id, .url = Url::parse(url).value()};
  page.response.http_status = 200;
  page.response.headers = {{"content-type", "text/html"}};
  page.response.body = std::move(body);
  return page;
}

std::vector<std::string> urls_of(const Document& document) {
  std::vector<std::string> urls;
  for (const Link& link : document.links) urls.push_back(link.url);
  return urls;
}

class PageParserTest : public ::testing::Test {
 protected:
  void start(int processes, int most_links = 100) {
    parser::ParserPool::Options options;
    options.workers = processes;
    pool_ = parser::ParserPool::start(options).value();
    parser_ = std::make_unique<PageParser>(*pool_, most_links, "porthole");
  }
  /// Waits until at least one page is done.
  std::vector<ParsedPage> collect() {
    std::vector<ParsedPage> done;
    while (done.empty() && parser_->under_way() > parser_->waiting()) {
      std::vector<pollfd> fds;
      pool_->add_poll_fds(fds);
      ::poll(fds.data(), fds.size(), 1000);
      parser_->collect(done);
    }
    return done;
  }
  ParsedPage parse(FetchedPage page) {
    parser_->put(std::move(page));
    parser_->submit();
    std::vector<ParsedPage> done = collect();
    EXPECT_EQ(done.size(), 1u);
    return std::move(done.at(0));
  }

  std::unique_ptr<parser::ParserPool> pool_;
  std::unique_ptr<PageParser> parser_;
};

TEST_F(PageParserTest, ParsesPagesInTheOrderInWhichTheyCame) {
  start(1);
  for (UrlId id = 1; id <= 3; ++id) parser_->put(html(id, "<title>t</title>"));
  std::vector<UrlId> order;
  while (parser_->under_way() > 0) {
    parser_->submit();
    for (const ParsedPage& page : collect()) order.push_back(page.fetched.id);
  }
  EXPECT_THAT(order, ElementsAre(1, 2, 3));
}

TEST_F(PageParserTest, GivesEachPageBackWithItsOwnDocument) {
  start(2);
  // The first page takes longer than the second, so that their documents may come in any order.
  parser_->put(html(1, "<title>1</title>" + std::string(1 << 20, 'x')));
  parser_->put(html(2, "<title>2</title>"));
  parser_->put(html(3, "<title>3</title>"));
  int pages = 0;
  while (parser_->under_way() > 0) {
    parser_->submit();
    for (const ParsedPage& page : collect()) {
      EXPECT_EQ(page.document.title, std::to_string(page.fetched.id));
      EXPECT_NE(page.fetched.response.body, "") << "the archive wants the bytes";
      ++pages;
    }
  }
  EXPECT_EQ(pages, 3);
}

TEST_F(PageParserTest, HandsOutAsManyPagesAsThereAreProcesses) {
  start(2);
  for (UrlId id = 1; id <= 5; ++id) parser_->put(html(id, "<p>text"));
  EXPECT_EQ(parser_->waiting(), 5u);
  parser_->submit();
  EXPECT_EQ(parser_->waiting(), 3u);
  EXPECT_EQ(parser_->under_way(), 5u);
  parser_->submit();
  EXPECT_EQ(parser_->waiting(), 3u) << "no process is free";
  const std::size_t done = collect().size();
  EXPECT_EQ(parser_->under_way(), 5 - done);
}

TEST_F(PageParserTest, CutsLinksBeyondTheLimit) {
  start(1, 2);
  const ParsedPage page = parse(html(1, "<a href=1>a</a> <a href=2>b</a> <a href=3>c</a>"));
  EXPECT_THAT(urls_of(page.document), ElementsAre("http://a.test/1", "http://a.test/2"));
  EXPECT_EQ(page.document.links_cut, 1u);
}

TEST_F(PageParserTest, TellsTheParserTheNameThatAMetaElementMaySpeakTo) {
  start(1);
  EXPECT_TRUE(parse(html(1, "<meta name=Porthole content=noindex><p>x")).document.noindex);
  EXPECT_FALSE(parse(html(2, "<meta name=otherbot content=noindex><p>x")).document.noindex);
}

TEST_F(PageParserTest, ResolvesLinksOfAMemberWithinItsContainer) {
  start(1);
  FetchedPage member = html(1, "<a href=two.html>two</a>", "http://a.test/box.zip#docs/one.html");
  member.kind = FetchKind::kMember;
  const ParsedPage page = parse(std::move(member));
  EXPECT_THAT(urls_of(page.document), ElementsAre("http://a.test/box.zip/docs/two.html"));
  EXPECT_EQ(page.fetched.url.href(), "http://a.test/box.zip#docs/one.html");
}

TEST_F(PageParserTest, APageThatNoParserReadsComesBackWithoutText) {
  start(1);
  FetchedPage picture = html(1, "\x89PNG\r\n\x1a\n");
  picture.response.headers = {{"content-type", "image/png"}};
  const ParsedPage page = parse(std::move(picture));
  EXPECT_EQ(page.document.status, ParseStatus::kUnsupported);
  EXPECT_EQ(page.document.media_type, "image/png");
  EXPECT_EQ(page.document.text, "");
}

TEST_F(PageParserTest, CollectsNothingWhenNothingWasSubmitted) {
  start(1);
  std::vector<ParsedPage> done;
  parser_->collect(done);
  EXPECT_THAT(done, IsEmpty());
}

}  // namespace
}  // namespace porthole::gatherer
