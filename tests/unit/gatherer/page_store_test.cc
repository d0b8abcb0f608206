#include "gatherer/crawl/page_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "archive/digest.h"
#include "tests/unit/gatherer/crawl_pieces.h"

namespace porthole::gatherer {
namespace {

using porthole::testing::CrawlPieces;
using porthole::testing::CrawlSettings;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

CrawlSettings about_cycling() {
  CrawlSettings settings;
  settings.specification.topic.title = "cycling";
  return settings;
}

/// Notes what it is told of, and rates all URLs alike.
class NotingStrategy final : public Strategy {
 public:
  std::string_view name() const override { return "noting"; }
  void page_judged(const JudgedPage& page) override { judged.push_back(page.id); }
  void forget(UrlId target) override { forgotten.push_back(target); }
  Rating rate(UrlId, int, bool) const override { return {}; }

  std::vector<UrlId> judged, forgotten;
};

class PageStoreTest : public ::testing::Test {
 protected:
  explicit PageStoreTest(CrawlSettings settings = about_cycling()) : crawl_(std::move(settings)) {
    auto strategy = std::make_unique<NotingStrategy>();
    strategy_ = strategy.get();
    crawl_.queue.adopt({std::move(strategy), {}});
    crawl_.budget.begin();
  }

  /// A page that the parser has read, under way as its fetch began.
  ParsedPage page(const std::string& url, const std::string& text = "text") {
    const UrlId id = crawl_.admit(url);
    crawl_.budget.start(id);
    ParsedPage page{{.id = id, .url = Url::parse(url).value()}, {}};
    page.fetched.response.http_status = 200;
    page.fetched.response.response_head = "HTTP/1.1 200 OK\r\n\r\n";
    page.fetched.response.started = crawl_.clock.wall();
    page.fetched.response.body = text;
    page.document.text = text;
    return page;
  }
  UrlId store(ParsedPage page) {
    const UrlId id = page.fetched.id;
    store_.parsed(std::move(page));
    return id;
  }
  /// A page of an earlier run whose bytes are `text`.
  UrlId known_page(const std::string& url, const std::string& text) {
    return crawl_.fetched_page(url, std::hash<std::string>{}(archive::sha1_digest(text)));
  }
  const std::vector<repository::PageRecord>& stored() { return crawl_.commits.batch().pages; }
  GatherReport report() {
    GatherReport report;
    crawl_.budget.count(report);
    return report;
  }

  CrawlPieces crawl_;
  NotingStrategy* strategy_ = nullptr;
  std::unique_ptr<parser::ParserPool> pool_ = parser::ParserPool::start({}).value();
  PageParser parser_{*pool_, 100, "porthole"};
  MemberPages members_{{crawl_.core, parser_}};
  Recrawl& recrawl_ = crawl_.recrawl;
  PageStore store_{{crawl_.core, crawl_.copies, crawl_.commits, crawl_.queue, crawl_.links,
                    members_, recrawl_, crawl_.policies}};
};

Link link_to(const std::string& url) {
  Link link;
  link.url = url;
  return link;
}

TEST_F(PageStoreTest, StoresAPageWithItsJudgementAndQueuesItsLinks) {
  ParsedPage page = this->page("http://a.test/", "cycling cycling cycling");
  page.fetched.response.headers = {{"etag", "\"one\""}, {"last-modified", "yesterday"}};
  page.document.links = {link_to("http://a.test/1")};
  const UrlId id = store(std::move(page));
  ASSERT_THAT(stored(), SizeIs(1));
  const repository::PageRecord& record = stored()[0];
  EXPECT_EQ(record.id, id);
  EXPECT_EQ(record.order, 1);
  EXPECT_EQ(record.fetched_at, crawl_.clock.wall());
  EXPECT_EQ(record.digest, archive::sha1_digest("cycling cycling cycling"));
  EXPECT_EQ(record.bytes, 23);
  EXPECT_EQ(record.etag, "\"one\"");
  EXPECT_EQ(record.last_modified, "yesterday");
  EXPECT_TRUE(record.relevant);
  EXPECT_EQ(record.topic, "cycling");
  EXPECT_THAT(record.document.links, IsEmpty()) << "they are rows of their own";
  EXPECT_THAT(crawl_.commits.batch().links, SizeIs(1));
  EXPECT_THAT(crawl_.queued(), ElementsAre("http://a.test/1"));
  EXPECT_EQ(crawl_.urls[crawl_.urls.find("http://a.test/1")].hops, 1);
  EXPECT_EQ(crawl_.urls[id].state, UrlState::kFetched);
  EXPECT_TRUE(crawl_.urls[id].stale) << "it has no summary yet";
  EXPECT_FALSE(crawl_.urls[id].under_way);
  EXPECT_EQ(report().fetched_now, 1);
  EXPECT_EQ(report().relevant, 1);
  EXPECT_THAT(strategy_->judged, ElementsAre(id));
}

TEST_F(PageStoreTest, APageOffTheTopicIsStoredAsNotRelevant) {
  store(page("http://a.test/", "gardens"));
  ASSERT_THAT(stored(), SizeIs(1));
  EXPECT_FALSE(stored()[0].relevant);
  EXPECT_EQ(stored()[0].topic, "");
  EXPECT_EQ(report().fetched_now, 1);
  EXPECT_EQ(report().relevant, 0);
}

TEST_F(PageStoreTest, NumbersPagesAfterThoseOfEarlierRuns) {
  store_.restore(7);
  store_.restore(4);
  store(page("http://a.test/1", "one"));
  store(page("http://a.test/2", "two"));
  ASSERT_THAT(stored(), SizeIs(2));
  EXPECT_EQ(stored()[0].order, 8);
  EXPECT_EQ(stored()[1].order, 9);
}

TEST_F(PageStoreTest, APageThatNoParserReadsIsDroppedAndArchived) {
  ParsedPage page = this->page("http://a.test/");
  page.document.status = ParseStatus::kUnsupported;
  page.document.media_type = "image/png";
  const UrlId id = store(std::move(page));
  EXPECT_THAT(stored(), IsEmpty());
  EXPECT_EQ(crawl_.budget.under_way(), 0);
  EXPECT_EQ(report().fetched_now, 0);
  EXPECT_EQ(report().requests.failures, 1);
  repository::Batch batch;
  crawl_.urls.take_changes(batch);
  ASSERT_THAT(batch.new_urls, SizeIs(1));
  EXPECT_EQ(batch.new_urls[0].reason, DropReason::kUnsupportedType);
  EXPECT_EQ(batch.new_urls[0].detail, "image/png");
  EXPECT_THAT(strategy_->forgotten, ElementsAre(id));
  EXPECT_THAT(crawl_.archived(), ElementsAre("http://a.test/"));
}

TEST_F(PageStoreTest, ObeysXRobotsTagAndMetaRobotsTogether) {
  ParsedPage page = this->page("http://a.test/");
  page.fetched.response.headers = {{"x-robots-tag", "noarchive"},
                                   {"x-robots-tag", "porthole: nofollow"},
                                   {"x-robots-tag", "otherbot: nosnippet"}};
  page.document.noindex = true;
  page.document.links = {link_to("http://a.test/1")};
  store(std::move(page));
  ASSERT_THAT(stored(), SizeIs(1));
  EXPECT_TRUE(stored()[0].noarchive);
  EXPECT_TRUE(stored()[0].noindex);
  EXPECT_FALSE(stored()[0].nosnippet) << "that is said to another robot";
  EXPECT_EQ(crawl_.urls[crawl_.urls.find("http://a.test/1")].reason, DropReason::kNofollow);
}

TEST_F(PageStoreTest, ACopyIsStoredUnderItsOriginalAndItsLinksAreNotFollowed) {
  const UrlId original = known_page("http://a.test/1", "the same");
  crawl_.copies.restore(original);
  ParsedPage page = this->page("http://a.test/2", "the same");
  page.document.links = {link_to("http://a.test/3")};
  const UrlId copy = store(std::move(page));
  ASSERT_THAT(stored(), SizeIs(1));
  EXPECT_EQ(stored()[0].duplicate_of, original);
  EXPECT_EQ(crawl_.urls.original(copy), original);
  EXPECT_EQ(crawl_.urls[crawl_.urls.find("http://a.test/3")].reason, DropReason::kCopy);
  EXPECT_THAT(strategy_->judged, IsEmpty());
  EXPECT_THAT(strategy_->forgotten, ElementsAre(copy));
  repository::Batch batch;
  crawl_.urls.take_changes(batch);
  EXPECT_THAT(batch.stale, ElementsAre(original)) << "links to the copy count for the original";
}

TEST_F(PageStoreTest, TheSamePageOfAnotherSiteIsNoCopy) {
  store(page("http://a.test/", "the same"));
  store(page("http://b.test/", "the same"));
  ASSERT_THAT(stored(), SizeIs(2));
  EXPECT_EQ(stored()[1].duplicate_of, 0);
}

TEST_F(PageStoreTest, APageThatIsTheSameUnderHttpsIsAnAliasAndNotStored) {
  const UrlId http = known_page("http://a.test/", "the same");
  const UrlId https = store(page("https://a.test/", "the same"));
  EXPECT_EQ(crawl_.urls[https].alias_of, http);
  EXPECT_THAT(stored(), IsEmpty());
  EXPECT_EQ(report().fetched_now, 0);
  EXPECT_THAT(crawl_.archived(), ElementsAre("https://a.test/"));
}

TEST_F(PageStoreTest, WhatNoPlugInReadsIsKeptApartWhereItAsksNotToBeIndexed) {
  for (const char* const directive : {"noindex", "nosnippet"}) {
    ParsedPage page = this->page(std::string("http://a.test/") + directive);
    page.fetched.response.headers = {{"x-robots-tag", directive}};
    page.document.status = ParseStatus::kUnsupported;
    const UrlId id = store(std::move(page));
    EXPECT_EQ(crawl_.urls[id].reason, directive == std::string("noindex")
                                          ? DropReason::kUnreadNoindex
                                          : DropReason::kUnsupportedType);
  }
}

class PageStoreRefreshTest : public PageStoreTest {
 protected:
  PageStoreRefreshTest()
      : PageStoreTest([] {
          CrawlSettings settings = about_cycling();
          settings.options.refresh = std::chrono::hours(1);
          return settings;
        }()) {}
  /// A page of an earlier run that is under way again.
  ParsedPage again(const std::string& url, const std::string& text) {
    crawl_.urls.set_refreshing(known_page(url, "as it was"), true);
    return page(url, text);
  }
};

TEST_F(PageStoreRefreshTest, APageThatIsFetchedAgainKeepsItsPlaceAndItsNewLinksWait) {
  ParsedPage page = again("http://a.test/", "as it is now");
  page.document.links = {link_to("http://a.test/new")};
  const UrlId id = store(std::move(page));
  ASSERT_THAT(stored(), SizeIs(1));
  EXPECT_EQ(stored()[0].order, 0) << "the repository keeps its order";
  EXPECT_EQ(stored()[0].digest, archive::sha1_digest("as it is now"));
  EXPECT_EQ(crawl_.urls[id].state, UrlState::kFetched);
  EXPECT_FALSE(crawl_.urls[id].refreshing);
  EXPECT_FALSE(crawl_.urls[id].stale) << "the repository knows whether its summary would differ";
  EXPECT_THAT(strategy_->judged, IsEmpty()) << "it has learned from it already";
  EXPECT_EQ(report().refreshed, 1);
  EXPECT_EQ(report().unchanged, 0);
  EXPECT_EQ(report().fetched_now, 0);
  EXPECT_EQ(crawl_.urls[crawl_.urls.find("http://a.test/new")].state, UrlState::kQueued);
  EXPECT_THAT(crawl_.queued(), IsEmpty()) << "a refresh fetches no new page";
}

// The entries of a feed say when pages of its own host were changed; the pages are a day old.
TEST_F(PageStoreRefreshTest, AFeedSaysWhichPagesOfItsHostHaveChanged) {
  std::vector<OldPage> pages;
  for (const char* const url : {"http://a.test/1", "http://a.test/2", "http://b.test/1"}) {
    OldPage& page = pages.emplace_back();
    page.id = known_page(url, url);
    page.host = crawl_.urls[page.id].host;
    page.fetched_at = crawl_.clock.wall() - std::chrono::hours(24);
  }
  recrawl_.values().rate({}, pages, crawl_.clock.wall());
  ParsedPage feed = again("http://a.test/feed", "entries");
  feed.document.resource_class = "Feed";
  for (const char* const url : {"http://a.test/1", "http://b.test/1", "http://a.test/unknown"}) {
    feed.document.links.push_back(link_to(url));
    feed.document.links.back().fragment =
        "<updated>" + format_time(crawl_.clock.wall()) + "</updated>";
  }
  store(std::move(feed));
  const RecrawlValues& values = recrawl_.values();
  EXPECT_GT(values.value_of(pages[0].id), values.value_of(pages[1].id));
  EXPECT_EQ(values.value_of(pages[2].id), values.value_of(pages[1].id)) << "it is of another host";
}

TEST_F(PageStoreRefreshTest, APageThatNoParserReadsAnyMoreStaysAsItWas) {
  ParsedPage page = again("http://a.test/", "bytes");
  page.document.status = ParseStatus::kUnsupported;
  const UrlId id = store(std::move(page));
  EXPECT_THAT(stored(), IsEmpty());
  EXPECT_EQ(crawl_.urls[id].state, UrlState::kFetched);
  EXPECT_FALSE(crawl_.urls[id].refreshing);
  EXPECT_EQ(report().refreshed, 0);
  EXPECT_THAT(crawl_.archived(), ElementsAre("http://a.test/"));
}

}  // namespace
}  // namespace porthole::gatherer
