#include "gatherer/crawl/recrawl.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gatherer/frontier/recrawl_values.h"
#include "gatherer/frontier/round_plan.h"
#include "gatherer/scores/local_distiller.h"
#include "tests/unit/gatherer/crawl_pieces.h"

namespace porthole::gatherer {
namespace {

using namespace std::chrono_literals;
using porthole::testing::CrawlPieces;
using porthole::testing::CrawlSettings;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;

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

constexpr HostId kHost = 3, kOther = 4;
const WallTime kNow = WallTime(1'700'000'000s);

/// Pages 1 to `count` of a host, fetched two days ago.
std::vector<OldPage> pages_of(HostId host, UrlId first, int count) {
  std::vector<OldPage> pages;
  for (int i = 0; i < count; ++i) {
    OldPage& page = pages.emplace_back();
    page.id = first + i;
    page.host = host;
    page.fetched_at = kNow - 48h;
    page.relevance = 0.5;
  }
  return pages;
}

class RecrawlValuesTest : public ::testing::Test {
 protected:
  void SetUp() override { values_.rate({}, pages_of(kHost, 1, 12), kNow); }
  RecrawlValues values_;
};

TEST_F(RecrawlValuesTest, AClaimOfAChangeRaisesTheValueAndOneOfNoneLowersIt) {
  const double value = values_.value_of(3);
  EXPECT_GT(value, 0);
  values_.claim_modified(1, kNow - 1h);
  values_.claim_modified(2, kNow - 1000h);
  EXPECT_GT(values_.value_of(1), value);
  EXPECT_LT(values_.value_of(2), value);
  EXPECT_EQ(values_.value_of(3), value);
  EXPECT_TRUE(values_.take_news());
  EXPECT_FALSE(values_.take_news());
}

// A date without a time is midnight: the page may have changed on that day after it was fetched.
TEST_F(RecrawlValuesTest, ADateOfTheDayOfTheFetchSaysNothing) {
  values_.claim_modified(1, kNow - 50h);
  EXPECT_EQ(values_.value_of(1), values_.value_of(3));
  EXPECT_FALSE(values_.take_news());
}

TEST_F(RecrawlValuesTest, AnOldEntryOfAFeedDoesNotSayThatThePageIsAsItWas) {
  values_.claim_changed(1, kNow - 1000h);
  values_.claim_changed(2, kNow - 1h);
  EXPECT_EQ(values_.value_of(1), values_.value_of(3));
  EXPECT_GT(values_.value_of(2), values_.value_of(3));
}

TEST_F(RecrawlValuesTest, AHostWhoseClaimsProveWrongIsBelievedLess) {
  for (UrlId page = 1; page <= 10; ++page) values_.claim_modified(page, kNow - 1h);
  const double believed = values_.value_of(10);
  for (UrlId page = 1; page <= 8; ++page) values_.was_read(page, false);
  EXPECT_LT(values_.value_of(10), believed);
  EXPECT_TRUE(values_.take_news()) << "the order of the pages that wait is another one";
}

TEST_F(RecrawlValuesTest, AClaimOfOnePageDoesNotTouchThoseOfOtherHosts) {
  RecrawlValues values;
  std::vector<OldPage> pages = pages_of(kHost, 1, 2);
  const std::vector<OldPage> others = pages_of(kOther, 3, 2);
  pages.insert(pages.end(), others.begin(), others.end());
  values.rate({}, pages, kNow);
  values.claim_modified(1, kNow - 1h);
  values.claim_modified(4, kNow - 1h);
  EXPECT_EQ(values.value_of(1), values.value_of(4));
  values.was_read(1, false);
  values.claim_modified(2, kNow - 1h);
  EXPECT_LT(values.value_of(2), values.value_of(4));
}

TEST_F(RecrawlValuesTest, CountsThePagesOfEachHost) {
  EXPECT_EQ(values_.pages_of(kHost), 12U);
  EXPECT_EQ(values_.pages_of(kOther), 0U);
}

TEST_F(RecrawlValuesTest, OfAPageThatWasReadNothingIsHeardAnyMore) {
  values_.was_read(1, true);
  const double value = values_.value_of(1);
  values_.claim_modified(1, kNow - 1h);
  EXPECT_EQ(values_.value_of(1), value);
}

class RoundPlanTest : public ::testing::Test {
 protected:
  OldPage& page(UrlId id, HostId host, double relevance = 0.5) {
    OldPage& page = pages_.emplace_back();
    page.id = id;
    page.host = host;
    page.relevance = relevance;
    page.fetched_at = kNow - 24h;
    page.hops = 2;
    page.url_length = 20;
    return page;
  }
  RoundPlan plan(std::optional<std::int64_t> most = {}) {
    values_.rate({}, pages_, kNow);
    return {pages_, values_, most};
  }
  static std::vector<UrlId> ids(const std::vector<OldPage>& pages) {
    std::vector<UrlId> out;
    for (const OldPage& page : pages) out.push_back(page.id);
    return out;
  }

  std::vector<OldPage> pages_;
  RecrawlValues values_;
};

TEST_F(RoundPlanTest, FrontPagesAndFeedsOfGoodHostsComeFirst) {
  page(1, 1).is_front = true;
  page(2, 1).is_feed = true;
  page(3, 1);
  page(4, 2, 0.01).is_front = true;
  page(5, 2, 0.01);
  page(6, 2, 0.01);
  RoundPlan round = plan();
  EXPECT_THAT(ids(round.next_part(0)), UnorderedElementsAre(1, 2))
      << "host 2 is about other things";
  EXPECT_THAT(round.next_part(2), IsEmpty()) << "they are more than a twentieth";
}

TEST_F(RoundPlanTest, TheMainFeedIsTheOneWithTheShorterUrl) {
  page(1, 1).is_feed = true;
  page(2, 1).is_feed = true;
  pages_.back().url_length = 10;
  page(3, 1).seed = true;
  EXPECT_THAT(ids(plan().next_part(0)), UnorderedElementsAre(2, 3));
}

TEST_F(RoundPlanTest, AHostWithoutKnownFrontPageHasThePageNearestToASeed) {
  page(1, 1);
  page(2, 1).hops = 1;
  page(3, 1);
  EXPECT_THAT(ids(plan().next_part(0)), ElementsAre(2));
}

TEST_F(RoundPlanTest, APageThatIsDueIsAskedForWhateverTheShare) {
  page(1, 1).is_front = true;
  page(2, 1).is_due = true;
  page(3, 1).is_due = true;
  RoundPlan round = plan();
  round.next_part(0);
  EXPECT_THAT(ids(round.next_part(50)), UnorderedElementsAre(2, 3));
}

TEST_F(RoundPlanTest, TheRestOfATwentiethIsSpentByValue) {
  page(1, 1).is_front = true;
  for (UrlId id = 2; id <= 100; ++id) page(id, 1, id == 70 ? 0.9 : 0.5).is_due = id == 99;
  for (UrlId id = 101; id <= 120; ++id) page(id, 1, 0).has_failed = true;
  RoundPlan round = plan();
  round.next_part(0);
  const std::vector<UrlId> best = ids(round.next_part(2));
  ASSERT_THAT(best, SizeIs(3)) << "of five two are spent, and pages that are gone give none";
  EXPECT_EQ(best[0], 99) << "it counts, too";
  EXPECT_EQ(best[1], 70);
}

TEST_F(RoundPlanTest, AStatedNumberReplacesTheTwentieth) {
  page(1, 1).is_front = true;
  for (UrlId id = 2; id <= 100; ++id) page(id, 1);
  RoundPlan round = plan(11);
  round.next_part(0);
  EXPECT_THAT(round.next_part(2), SizeIs(10));
}

TEST_F(RoundPlanTest, TwoPagesMoreOfAHostAreTakenOnce) {
  page(1, 1).is_front = true;
  for (UrlId id = 2; id <= 9; ++id) page(id, id % 2 == 0 ? 1 : 2);
  RoundPlan round = plan();
  round.next_part(0);
  EXPECT_THAT(ids(round.take_of(1, 2)), UnorderedElementsAre(2, 4));
  EXPECT_THAT(round.take_of(1, 2), IsEmpty());
}

TEST_F(RoundPlanTest, ClaimsAreFollowedTwiceAsFarAsTheyProvedRight) {
  page(1, 1).is_front = true;
  for (UrlId id = 2; id <= 41; ++id) page(id, 1);
  RoundPlan round = plan();
  round.next_part(0);
  for (UrlId id = 2; id <= 41; ++id) values_.claim_modified(id, kNow);
  const std::vector<UrlId> first = ids(round.next_part(2));
  ASSERT_THAT(first, SizeIs(RoundPlan::kClaims));
  for (const UrlId id : first) {
    values_.was_read(id, id != first.back());
    round.was_read(id, id != first.back());
  }
  EXPECT_THAT(round.next_part(7), SizeIs(8)) << "four were right";
  EXPECT_THAT(round.next_part(15), IsEmpty()) << "none of the eight was";
}

}  // namespace
}  // namespace porthole::gatherer
