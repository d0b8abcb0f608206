#include "gatherer/crawl/recrawl.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gatherer/scores/local_distiller.h"
#include "tests/unit/gatherer/crawl_pieces.h"

namespace porthole::gatherer {
namespace {

using namespace std::chrono_literals;
using porthole::testing::CrawlPieces;
using porthole::testing::CrawlSettings;
using ::testing::ElementsAre;
using ::testing::Pair;

CrawlSettings refreshing() {
  CrawlSettings settings;
  settings.options.refresh = 1h;
  return settings;
}

class RecrawlTest : public ::testing::Test {
 protected:
  UrlId store(const std::string& url, const std::string& etag = "", double relevance = 0.5,
              std::vector<repository::LinkRecord> links = {}) {
    const UrlId id = crawl_.fetched_page(url);
    repository::PageRecord page;
    page.id = page.order = id;
    page.fetched_at = crawl_.clock.wall();
    page.etag = etag;
    page.relevance = Relevance(relevance);
    page.document.status = ParseStatus::kParsed;
    crawl_.commits.add_page(std::move(page), std::move(links),
                            {.id = id, .url = Url::parse(url).value()});
    return id;
  }
  /// A page inside of `container`.
  UrlId store_member(UrlId container, const std::string& href) {
    repository::UrlRecord record;
    record.key = record.href = href;
    record.host = record.site = "a.test";
    record.found_on = container;
    record.state = repository::UrlState::kFetched;
    const UrlId id = crawl_.urls.add(record);
    repository::PageRecord page;
    page.id = page.order = id;
    crawl_.commits.add_page(std::move(page), {}, {.id = id});
    return id;
  }
  void queue_old() {
    crawl_.commits.send();
    ASSERT_TRUE(crawl_.committer.drain());
    const auto queued = recrawl_.queue_old(*crawl_.repository, crawl_.clock.wall(),
                                           RefreshOrder::by_hubs(), nullptr);
    ASSERT_TRUE(queued) << queued.error().to_string();
  }
  FetchedPage answer(UrlId id, int status) {
    FetchedPage page{.id = id, .url = Url::parse(crawl_.urls.href(id)).value()};
    page.response.http_status = status;
    return page;
  }
  std::int64_t unchanged() {
    GatherReport report;
    crawl_.budget.count(report);
    return report.unchanged;
  }

  CrawlPieces crawl_{refreshing()};
  Recrawl& recrawl_ = crawl_.recrawl;
};

TEST_F(RecrawlTest, QueuesOldPagesTheMostRelevantFirst) {
  const UrlId less = store("http://a.test/1", "", 0.2);
  const UrlId more = store("http://b.test/2", "", 0.9);
  queue_old();
  EXPECT_EQ(crawl_.fetcher.next(), more);
  EXPECT_TRUE(crawl_.urls[less].refreshing);
}

TEST_F(RecrawlTest, APageThatWasReadWhileTheClockWasAheadCountsAsOld) {
  const UrlId page = store("http://a.test/1");
  crawl_.clock.advance(-24h * 365);
  queue_old();
  EXPECT_EQ(crawl_.fetcher.next(), page);
}

// Sundaresan, Yi, Huang 2000, section 4.2. Both hubs have two links: of `dense` both lead to the
// authority, of `thin` one does.
TEST_F(RecrawlTest, OfEqualHubsTheOneWithMoreOfItsLinksToAuthoritiesComesFirst) {
  const UrlId authority = crawl_.admit("http://a.test/authority");
  const UrlId other = crawl_.admit("http://a.test/other");
  const auto store_with_links = [&](const std::string& url, UrlId one, UrlId two) {
    const UrlId id = crawl_.urls.last() + 1;
    return store(url, "", 0.5, {{id, 0, one, {}}, {id, 1, two, {}}});
  };
  const UrlId thin = store_with_links("http://a.test/thin", authority, other);
  const UrlId dense = store_with_links("http://b.test/dense", authority, authority);
  crawl_.urls.apply(authority, repository::UrlEvent::kFetch);
  crawl_.commits.send();
  ASSERT_TRUE(crawl_.committer.drain());
  ASSERT_TRUE(crawl_.repository->scores().put({{thin, 0.5, 0}, {dense, 0.5, 0}}));
  const std::unordered_map<UrlId, repository::ScoreRecord> scores = {
      {authority, {authority, 0, 0.8}}};
  const auto density = authority_density(crawl_.repository->links(), crawl_.urls, scores);
  ASSERT_TRUE(density);
  EXPECT_DOUBLE_EQ(density->at(thin), 0.4);
  EXPECT_DOUBLE_EQ(density->at(dense), 0.8);
}

TEST_F(RecrawlTest, AsksWhetherAPageHasChanged) {
  const UrlId known = store("http://a.test/1", "\"one\"");
  const UrlId hostile = store("http://a.test/2", "\"two\"\r\nX-Injected: yes");
  queue_old();
  PageRequest request{.id = known};
  recrawl_.begin(request);
  EXPECT_EQ(request.etag, "\"one\"");
  EXPECT_EQ(recrawl_.outcome_of(answer(known, 304)).kind, Outcome::kUnchanged);
  EXPECT_NE(recrawl_.outcome_of(answer(known, 200)).kind, Outcome::kUnchanged);
  PageRequest other{.id = hostile};
  recrawl_.begin(other);
  EXPECT_EQ(other.etag, "");
  EXPECT_NE(recrawl_.outcome_of(answer(hostile, 304)).kind, Outcome::kUnchanged)
      << "nobody asked that";
}

TEST_F(RecrawlTest, AnUnchangedPageKeepsItsMembersToo) {
  const UrlId container = store("http://a.test/box.zip", "\"one\"");
  const UrlId member = store_member(container, "http://a.test/box.zip#paper.html");
  queue_old();
  recrawl_.keep_unchanged(container, crawl_.clock.wall());
  EXPECT_EQ(unchanged(), 2);
  repository::Batch batch;
  recrawl_.take_changes(batch);
  EXPECT_THAT(batch.unchanged,
              ElementsAre(Pair(container, crawl_.clock.wall()), Pair(member, crawl_.clock.wall())));
}

TEST_F(RecrawlTest, CountsAFailureAndNotARefusalOfOurOwn) {
  const UrlId broken = store("http://a.test/1");
  const UrlId refused = store("http://a.test/2");
  queue_old();
  recrawl_.failed(broken, repository::http_reason(404), true);
  recrawl_.failed(refused, DropReason::kForbiddenAddress, false);
  EXPECT_FALSE(crawl_.fetcher.next());
  EXPECT_EQ(crawl_.urls[broken].state, UrlState::kFetched) << "it stays as it was";
  GatherReport report;
  recrawl_.report(report);
  ASSERT_EQ(report.refresh_failures.size(), 1u);
  EXPECT_EQ(report.refresh_failures[0].first, repository::http_reason(404));
}

TEST_F(RecrawlTest, APageWithoutAnAnswerCountsOnceAServerWasHeard) {
  const UrlId id = store("http://a.test/1");
  queue_old();
  recrawl_.failed(id, reason_of(FetchStatus::kTimeout), false);
  GatherReport report;
  recrawl_.report(report);
  EXPECT_EQ(report.not_counted, 1);
  recrawl_.heard_a_server();
  recrawl_.report(report);
  EXPECT_EQ(report.not_counted, 0);
  repository::Batch batch;
  recrawl_.take_changes(batch);
  EXPECT_EQ(batch.failures.size(), 1u);
}

}  // namespace
}  // namespace porthole::gatherer
