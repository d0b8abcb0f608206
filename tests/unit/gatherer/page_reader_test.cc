#include "gatherer/crawl/page_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <map>

#include "tests/support/small_web.h"
#include "tests/support/test_collection.h"
#include "tests/support/two_sites.h"

namespace porthole::gatherer {
namespace {

using porthole::testing::SmallWeb;
using porthole::testing::SpecificationText;
using porthole::testing::TestCollection;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using namespace std::chrono_literals;

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

}  // namespace
}  // namespace porthole::gatherer
