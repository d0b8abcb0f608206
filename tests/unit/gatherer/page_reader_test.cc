#include "gatherer/crawl/page_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <memory>
#include <string>

#include "tests/support/small_web.h"
#include "tests/support/test_collection.h"
#include "tests/support/two_sites.h"

namespace porthole::gatherer {
namespace {

using namespace std::chrono_literals;
using porthole::testing::SmallWeb;
using porthole::testing::SpecificationText;
using porthole::testing::TestCollection;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

class PageReaderTest : public ::testing::Test {
 protected:
  /// The result of each URL.
  std::map<std::string, PageRead> read(const std::vector<std::string>& urls,
                                       const std::string& politeness = "") {
    SpecificationText text;
    text.network = porthole::testing::gateway_to(web_.gateway());
    text.politeness = politeness;
    const TestCollection collection(text);
    std::map<std::string, PageRead> pages;
    PageReaderOptions options;
    options.done = [&](PageRead page) {
      const std::string& url = urls[page.index];
      EXPECT_FALSE(pages.contains(url)) << url << " is done twice";
      pages[url] = std::move(page);
      return true;
    };
    const auto done = read_pages(collection.open().specification(), urls, options);
    EXPECT_TRUE(done) << done.error().to_string();
    return pages;
  }

  SmallWeb web_;
};

TEST_F(PageReaderTest, ReadsPagesAfterAskingRobots) {
  web_.page("http://a.test/1", "<title>One</title><p>first page");
  web_.page("http://b.test/2", "<title>Two</title><p>second page");
  const auto pages = read({"http://a.test/1", "http://b.test/2"});
  ASSERT_EQ(pages.size(), 2u);
  EXPECT_EQ(pages.at("http://a.test/1").document.title, "One");
  EXPECT_EQ(pages.at("http://b.test/2").document.title, "Two");
  EXPECT_EQ(web_.times_asked("http://a.test/robots.txt"), 1);
  EXPECT_EQ(web_.asked().size(), 4u);
}

// RFC 9309, section 2.2.2.
TEST_F(PageReaderTest, LeavesWhatRobotsRefuses) {
  web_.robots("http://a.test", "User-agent: *\nDisallow: /private/\n");
  web_.page("http://a.test/open", "<p>open");
  web_.page("http://a.test/private/1", "<p>private");
  const auto pages = read({"http://a.test/open", "http://a.test/private/1"});
  EXPECT_EQ(pages.at("http://a.test/open").failure, "");
  EXPECT_EQ(pages.at("http://a.test/private/1").failure, "robots.txt: Disallow: /private/");
  EXPECT_EQ(web_.times_asked("http://a.test/private/1"), 0);
}

TEST_F(PageReaderTest, FollowsRedirectsUnderTheRulesOfEachHost) {
  web_.redirect("http://a.test/old", "http://b.test/new");
  web_.page("http://b.test/new", "<title>New</title>");
  web_.redirect("http://a.test/away", "http://c.test/x");
  web_.robots("http://c.test", "User-agent: *\nDisallow: /\n");
  web_.redirect("http://a.test/round", "http://a.test/round");
  const auto pages = read({"http://a.test/old", "http://a.test/away", "http://a.test/round"});
  EXPECT_EQ(pages.at("http://a.test/old").url, "http://b.test/new");
  EXPECT_EQ(pages.at("http://a.test/old").document.title, "New");
  EXPECT_THAT(pages.at("http://a.test/away").failure, StartsWith("robots.txt: "));
  EXPECT_EQ(pages.at("http://a.test/round").failure, "too many redirects");
}

TEST_F(PageReaderTest, TriesAgainWhatMayPass) {
  web_.page("http://a.test/busy", "<title>At last</title>");
  web_.fail_first("http://a.test/busy", 2, 503);
  web_.answer("http://a.test/broken", 500);
  const auto pages = read({"http://a.test/busy", "http://a.test/broken"});
  EXPECT_EQ(pages.at("http://a.test/busy").document.title, "At last");
  EXPECT_EQ(pages.at("http://a.test/broken").failure, "http 500");
  EXPECT_EQ(web_.times_asked("http://a.test/broken"), 3);
}

TEST_F(PageReaderTest, SaysWhyThereIsNoDocument) {
  web_.answer("http://a.test/picture", 200, "Content-Type: image/png\r\n", "\x89PNG\r\n\x1a\n");
  const auto pages =
      read({"http://a.test/nothing", "http://a.test/picture", "nonsense", "ftp://a.test/"});
  EXPECT_EQ(pages.at("http://a.test/nothing").failure, "http 404");
  EXPECT_THAT(pages.at("http://a.test/picture").failure, StartsWith("unsupported type"));
  EXPECT_NE(pages.at("nonsense").failure, "");
  EXPECT_EQ(pages.at("ftp://a.test/").failure, "only http and https are fetched");
}

TEST_F(PageReaderTest, EndsWhenTheGatewayIsNotThere) {
  SpecificationText text;
  text.network = porthole::testing::gateway_to("http://127.0.0.1:9/");
  const TestCollection collection(text);
  PageReaderOptions options;
  options.done = [](const PageRead&) { return true; };
  const auto done = read_pages(collection.open().specification(), {"http://a.test/"}, options);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, ErrorCode::kNetwork);
}

TEST_F(PageReaderTest, AsksNobodyOnTheLiveWebWithoutAContact) {
  collection::Specification specification;
  PageReaderOptions options;
  options.done = [](const PageRead&) { return true; };
  const auto done = read_pages(specification, {"http://a.test/"}, options);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, ErrorCode::kIncomplete);
  EXPECT_THAT(done.error().hint, HasSubstr("email="));
}

TEST_F(PageReaderTest, GivesUpWhatIsLeftWhenToldTo) {
  web_.page("http://a.test/1", "<p>1");
  web_.page("http://a.test/2", "<p>2");
  SpecificationText text;
  text.network = porthole::testing::gateway_to(web_.gateway());
  const TestCollection collection(text);
  int done = 0;
  PageReaderOptions options;
  options.done = [&](const PageRead&) {
    ++done;
    return false;
  };
  EXPECT_TRUE(read_pages(collection.open().specification(),
                         {"nonsense", "http://a.test/1", "http://a.test/2"}, options));
  EXPECT_EQ(done, 1);
}

TEST_F(PageReaderTest, ReadsListAfterListAndKnowsRobotsFromTheFirst) {
  web_.page("http://a.test/1", "<title>One</title>");
  web_.page("http://a.test/2", "<title>Two</title>");
  SpecificationText text;
  text.network = porthole::testing::gateway_to(web_.gateway());
  const TestCollection collection(text);
  const auto specification = collection.open().specification();
  auto reader = PageReader::open(specification, {});
  ASSERT_TRUE(reader) << reader.error().to_string();
  std::vector<std::string> titles;
  for (const char* url : {"http://a.test/1", "http://a.test/2"}) {
    EXPECT_TRUE(reader->read({url}, [&](const PageRead& page) {
      titles.push_back(page.document.title);
      return true;
    }));
  }
  EXPECT_EQ(titles, (std::vector<std::string>{"One", "Two"}));
  EXPECT_EQ(web_.times_asked("http://a.test/robots.txt"), 1);
}

TEST_F(PageReaderTest, AsksForNothingThatItsCallerRefusesRedirectsAmongThem) {
  web_.redirect("http://a.test/old", "http://b.test/new");
  web_.page("http://b.test/new", "<title>New</title>");
  SpecificationText text;
  text.network = porthole::testing::gateway_to(web_.gateway());
  const TestCollection collection(text);
  const auto specification = collection.open().specification();
  std::vector<std::string> answered;
  PageReaderOptions options;
  options.why_not = [](const Url& url) {
    return std::string(url.host() == "b.test" ? "not there" : "");
  };
  options.answered = [&](const Url& url, const FetchResponse&) { answered.push_back(url.href()); };
  options.done = [](const PageRead& page) {
    EXPECT_EQ(page.failure, "not there");
    return true;
  };
  EXPECT_TRUE(read_pages(specification, {"http://a.test/old", "http://b.test/new"}, options));
  EXPECT_EQ(web_.times_asked("http://b.test/new"), 0);
  EXPECT_EQ(web_.times_asked("http://b.test/robots.txt"), 0);
  EXPECT_THAT(answered, ::testing::ElementsAre("http://a.test/robots.txt", "http://a.test/old"));
}

/// The pages of `train`, `sample` and proposals of examples.
class PageReaderPolitenessTest : public ::testing::Test {
 protected:
  /// The failure of each URL.
  std::map<std::string, std::string> read(const std::vector<std::string>& urls,
                                          const std::string& politeness) {
    const TestCollection collection(sites_.specification(politeness));
    std::map<std::string, std::string> failures;
    PageReaderOptions options;
    options.clock = &sites_.clock();
    options.done = [&](const PageRead& page) {
      failures[urls[page.index]] = page.failure;
      return true;
    };
    const auto done = read_pages(collection.open().specification(), urls, options);
    EXPECT_TRUE(done) << done.error().to_string();
    return failures;
  }

  porthole::testing::TwoSites sites_;
};

TEST_F(PageReaderPolitenessTest, TriesATransferThatWasCutAgainAfterHalfAMinute) {
  const std::string& cut = sites_.pages()[0];
  sites_.first().cut_first(cut, 1);
  EXPECT_EQ(read({cut}, "<politeness delay=\"1\"/>").at(cut), "");
  const auto tries = sites_.times(cut);
  ASSERT_EQ(tries.size(), 2u);
  EXPECT_GE(tries[1] - tries[0], 30s);
}

TEST_F(PageReaderPolitenessTest, TakesTwoHostsOfOneAddressForOneIfItIsToldTo) {
  EXPECT_EQ(read(sites_.pages(), "<politeness delay=\"20\" queue-mode=\"ip\"/>").size(), 6u);
  EXPECT_GE(sites_.shortest_pause(), 20s);
}

TEST_F(PageReaderPolitenessTest, LetsTwoHostsOfOneAddressGoOnBesideEachOtherElse) {
  read(sites_.pages(), "<politeness delay=\"20\" queue-mode=\"host\"/>");
  EXPECT_LT(sites_.shortest_pause(), 20s) << "else the test above shows nothing";
}

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
