#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "archive/recorded_web.h"
#include "gatherer/crawl/committer.h"
#include "tests/unit/gatherer/crawl_pieces.h"

namespace porthole::gatherer {
namespace {

using namespace std::chrono_literals;
using porthole::testing::CrawlPieces;
using ::testing::ElementsAre;

FetchedPage answer(UrlId id, const std::string& url, const std::string& body) {
  FetchedPage page;
  page.id = id;
  page.url = Url::parse(url).value();
  page.response.http_status = 200;
  page.response.response_head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
  page.response.body = body;
  return page;
}

class CommitBuilderTest : public ::testing::Test {
 protected:
  /// Adds a page that links to `target`.
  UrlId add_page(const std::string& url, UrlId target) {
    const UrlId id = crawl_.fetched_page(url);
    Link link;
    link.url = "http://target.test/";
    link.anchor = "from " + url;
    repository::PageRecord page;
    page.id = page.order = id;
    crawl_.commits.add_page(std::move(page), {{id, 0, target, link}},
                            answer(id, url, "body of " + url));
    return id;
  }
  void write() {
    crawl_.commits.send();
    const auto written = crawl_.committer.drain();
    ASSERT_TRUE(written) << written.error().to_string();
  }
  std::string archived_body(UrlId id) {
    const auto page = crawl_.repository->pages().get(id).value();
    if (!page) return "no page";
    auto recorded =
        archive::read_answer(crawl_.folder / "archive" / page->archive_file, page->archive_offset);
    return recorded ? recorded->body(1 << 20).value().bytes : recorded.error().to_string();
  }

  CrawlPieces crawl_;
};

TEST_F(CommitBuilderTest, APageItsLinksAndItsAnswerAreInOneCommit) {
  const UrlId target = crawl_.admit("http://target.test/");
  const UrlId first = add_page("http://a.test/1", target);
  const UrlId second = add_page("http://a.test/2", target);
  write();
  EXPECT_EQ(archived_body(first), "body of http://a.test/1");
  EXPECT_EQ(archived_body(second), "body of http://a.test/2");
  for (const UrlId id : {first, second}) {
    const auto links = crawl_.repository->links().out_links(id).value();
    ASSERT_EQ(links.size(), 1u);
    EXPECT_EQ(links[0].link.anchor, "from " + crawl_.urls.href(id));
  }
}

TEST_F(CommitBuilderTest, CommitsAfterAQuarterOfASecondOrWhenMuchHasComeTogether) {
  crawl_.clock.advance(1s);
  write();
  EXPECT_FALSE(crawl_.commits.is_due());
  crawl_.clock.advance(250ms);
  EXPECT_TRUE(crawl_.commits.is_due());
  write();
  for (int i = 0; i < 127; ++i) crawl_.commits.archive(answer(0, "http://a.test/", "x"));
  EXPECT_FALSE(crawl_.commits.is_due());
  crawl_.commits.archive(answer(0, "http://a.test/", "x"));
  EXPECT_TRUE(crawl_.commits.is_due()) << "128 answers";
  write();
  crawl_.commits.archive(answer(0, "http://a.test/", std::string(16 << 20, 'x')));
  EXPECT_TRUE(crawl_.commits.is_due()) << "16 MiB";
}

TEST_F(CommitBuilderTest, WritesPrioritiesAndPluginsInTroubleWhenThatIsDue) {
  const UrlId id = crawl_.admit("http://a.test/");
  write();
  crawl_.clock.advance(10s);
  EXPECT_TRUE(crawl_.commits.learned_is_due());
  crawl_.urls.set_priority(id, 0.25);
  crawl_.commits.add_learned(crawl_.queue.strategy(), {});
  EXPECT_FALSE(crawl_.commits.learned_is_due());
  ASSERT_TRUE(crawl_.commits.batch().plugins);
  write();
  EXPECT_EQ(crawl_.repository->urls().get(id).value()->priority, 0.25);
  crawl_.commits.add_learned(crawl_.queue.strategy(), {});
  EXPECT_FALSE(crawl_.commits.batch().plugins) << "the repository has them so";
}

}  // namespace
}  // namespace porthole::gatherer
