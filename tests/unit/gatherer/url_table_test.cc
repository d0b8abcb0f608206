#include "gatherer/frontier/url_table.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/key_index.h"
#include "base/text/front_coded_texts.h"
#include "tests/support/saved_state.h"
#include "tests/unit/gatherer/crawl_pieces.h"

namespace porthole::gatherer {
namespace {

using porthole::testing::CrawlPieces;
using repository::http_reason;

UrlRecord record(const std::string& url, UrlState state = UrlState::kQueued,
                 DropReason reason = DropReason::kNone) {
  UrlRecord record;
  record.key = url;
  record.href = url;
  record.host = "host.test";
  record.site = "host.test";
  record.state = state;
  record.reason = reason;
  return record;
}

repository::Batch changes_of(UrlTable& urls) {
  repository::Batch batch;
  urls.take_changes(batch);
  return batch;
}

TEST(UrlTableTest, GivesOutIdsFromOneInOrder) {
  UrlTable urls;
  EXPECT_EQ(urls.last(), 0);
  EXPECT_EQ(urls.add(record("http://host.test/a")), 1);
  EXPECT_EQ(urls.add(record("http://host.test/b")), 2);
  EXPECT_EQ(urls.last(), 2);
}

TEST(UrlTableTest, FindsAUrlByItsKey) {
  UrlTable urls;
  const UrlId id = urls.add(record("http://host.test/a"));
  EXPECT_EQ(urls.find("http://host.test/a"), id);
  EXPECT_EQ(urls.find("http://host.test/A"), 0);
  EXPECT_EQ(urls.find(""), 0);
}

TEST(UrlTableTest, APageOfAnotherGathererIsFetchedWhateverItWasHereAndNotWritten) {
  UrlTable urls;
  const UrlId id = urls.add(record("http://host.test/a"), UrlEvent::kDrop, DropReason::kHops);
  changes_of(urls);
  urls.fetched_by_another(id, 2);
  EXPECT_EQ(urls[id].hops, 2);
  EXPECT_EQ(urls[id].status(), (UrlStatus{UrlState::kFetched, DropReason::kNone}));
  EXPECT_TRUE(changes_of(urls).changed_urls.empty());
}

TEST(UrlTableTest, FindsEachOfTenThousandUrls) {
  UrlTable urls;
  for (int i = 1; i <= 10000; ++i) urls.add(record("http://host.test/" + std::to_string(i)));
  for (int i = 1; i <= 10000; ++i) ASSERT_EQ(urls.find("http://host.test/" + std::to_string(i)), i);
}

TEST(UrlTableTest, WritesWhatWasAddedOnce) {
  UrlTable urls;
  urls.add(record("http://host.test/a"));
  const repository::Batch first = changes_of(urls);
  ASSERT_EQ(first.new_urls.size(), 1u);
  EXPECT_EQ(first.new_urls[0].id, 1);
  EXPECT_EQ(first.new_urls[0].key, "http://host.test/a");
  EXPECT_TRUE(first.changed_urls.empty());
  EXPECT_TRUE(changes_of(urls).empty());
}

TEST(UrlTableTest, WritesANewUrlAsItIsWhenItIsWritten) {
  UrlTable urls;
  const UrlId id = urls.add(record("http://host.test/a"));
  urls.count_try(id);
  urls.set_priority(id, 0.75);
  urls.apply(id, UrlEvent::kDrop, http_reason(404), "gone");
  const repository::Batch batch = changes_of(urls);
  ASSERT_EQ(batch.new_urls.size(), 1u);
  EXPECT_TRUE(batch.changed_urls.empty()) << "one row says it all";
  EXPECT_EQ(batch.new_urls[0].state, UrlState::kDropped);
  EXPECT_EQ(batch.new_urls[0].reason, http_reason(404));
  EXPECT_EQ(batch.new_urls[0].detail, "gone");
  EXPECT_EQ(batch.new_urls[0].tries, 1);
  EXPECT_EQ(batch.new_urls[0].priority, 0.75);
}

TEST(UrlTableTest, WritesAChangeOfAUrlThatWasWrittenBefore) {
  UrlTable urls;
  const UrlId id = urls.add(record("http://host.test/a"));
  changes_of(urls);
  urls.set_hops(id, 3);
  urls.apply(id, UrlEvent::kFetch);
  const repository::Batch batch = changes_of(urls);
  EXPECT_TRUE(batch.new_urls.empty());
  ASSERT_EQ(batch.changed_urls.size(), 1u);
  EXPECT_EQ(batch.changed_urls[0].id, id);
  EXPECT_EQ(batch.changed_urls[0].state, UrlState::kFetched);
  EXPECT_EQ(batch.changed_urls[0].hops, 3);
}

TEST(UrlTableTest, MarksFetchedPagesStaleOnce) {
  UrlTable urls;
  const UrlId page = urls.add(record("u:1"));
  urls.apply(page, UrlEvent::kFetch);
  for (const UrlId id : {page, page, urls.add(record("u:2"))}) urls.mark_stale(id);
  EXPECT_EQ(changes_of(urls).stale, std::vector<UrlId>{page});
}

TEST(UrlTableTest, LeavesTheLastOfSeveralChangesStanding) {
  UrlTable urls;
  const UrlId id = urls.add(record("http://host.test/a"));
  changes_of(urls);
  urls.apply(id, UrlEvent::kTryAgain, http_reason(503));
  urls.apply(id, UrlEvent::kDrop, http_reason(410));
  const repository::Batch batch = changes_of(urls);
  ASSERT_FALSE(batch.changed_urls.empty());
  EXPECT_EQ(batch.changed_urls.back().state, UrlState::kDropped);
  EXPECT_EQ(batch.changed_urls.back().reason, http_reason(410));
}

TEST(UrlTableTest, RestoresAUrlWithoutWritingItAgain) {
  UrlTable urls;
  UrlRecord stored = record("http://host.test/a", UrlState::kAlias, DropReason::kRedirect);
  stored.id = 1;
  stored.alias_of = 2;
  stored.hops = 4;
  stored.tries = 1;
  stored.seed = true;
  urls.restore(stored);
  stored = record("http://host.test/b");
  stored.id = 2;
  urls.restore(stored);
  EXPECT_TRUE(changes_of(urls).empty());
  EXPECT_EQ(urls.find("http://host.test/a"), 1);
  EXPECT_EQ(urls[1].state, UrlState::kAlias);
  EXPECT_EQ(urls[1].hops, 4);
  EXPECT_EQ(urls[1].tries, 1);
  EXPECT_TRUE(urls[1].seed);
  EXPECT_EQ(urls.standing_for(1), 2);
  urls.touch(1);
  EXPECT_EQ(changes_of(urls).changed_urls.size(), 1u);
}

TEST(UrlTableTest, FollowsAliasesToTheUrlThatStandsForThem) {
  UrlTable urls;
  for (const char* path : {"a", "b", "c", "d"})
    urls.add(record(std::string("http://host.test/") + path));
  urls.become_alias(1, 2, DropReason::kRedirect);
  urls.become_alias(2, 3, DropReason::kRedirect);
  EXPECT_EQ(urls.standing_for(1), 3);
  EXPECT_EQ(urls.standing_for(3), 3);
  urls.set_duplicate_of(3, 4);
  EXPECT_EQ(urls.original(1), 4);
  EXPECT_EQ(urls.standing_for(1), 3) << "a copy is a page of its own";
}

TEST(UrlTableTest, EndsEvenOnACircleOfAliases) {
  UrlTable urls;
  urls.add(record("http://host.test/a"));
  urls.add(record("http://host.test/b"));
  urls.become_alias(1, 2, DropReason::kRedirect);
  urls.become_alias(2, 1, DropReason::kRedirect);
  const UrlId standing = urls.standing_for(1);
  EXPECT_TRUE(standing == 1 || standing == 2);
}

TEST(UrlTableTest, KeepsTheReasonOfTheLastEvent) {
  UrlTable urls;
  const UrlId id = urls.add(record("u:1"), UrlEvent::kDrop, DropReason::kThreshold);
  EXPECT_EQ(urls[id].status(), (UrlStatus{UrlState::kDropped, DropReason::kThreshold}));
  urls.apply(id, UrlEvent::kRaise);
  EXPECT_EQ(urls[id].status(), (UrlStatus{UrlState::kQueued, DropReason::kNone}));
  urls.apply(id, UrlEvent::kTryAgain, http_reason(503));
  EXPECT_EQ(urls[id].status(), (UrlStatus{UrlState::kQueued, http_reason(503)}));
  urls.apply(id, UrlEvent::kDrop, reason_of(FetchStatus::kTlsFailed));
  EXPECT_EQ(urls[id].status(), (UrlStatus{UrlState::kDropped, DropReason::kTls}));
}

TEST(UrlTableTest, ANewUrlIsQueuedOrDroppedByItsEvent) {
  UrlTable urls;
  urls.add(record("u:1"));
  urls.add(record("u:2"), UrlEvent::kDrop, DropReason::kHops);
  const repository::Batch batch = changes_of(urls);
  EXPECT_EQ(batch.new_urls.at(0).status(), (UrlStatus{UrlState::kQueued, DropReason::kNone}));
  EXPECT_EQ(batch.new_urls.at(1).status(), (UrlStatus{UrlState::kDropped, DropReason::kHops}));
}

TEST(UrlTableTest, AUrlThatAnotherGathererWroteIsKnownAndNotWrittenAgain) {
  UrlTable urls;
  const UrlId first = urls.add(record("u:1"));
  UrlRecord theirs = record("u:2", UrlState::kDropped, DropReason::kNofollow);
  theirs.id = 77;
  EXPECT_EQ(urls.adopt(theirs), 2);
  const UrlId last = urls.add(record("u:3"));
  EXPECT_EQ(urls.find("u:2"), 2);
  EXPECT_EQ(urls[2].reason, DropReason::kNofollow);
  for (const UrlId id : {first, UrlId{2}, last}) urls.make_seed(id);
  const repository::Batch batch = changes_of(urls);
  ASSERT_EQ(batch.new_urls.size(), 2U);
  for (const UrlRecord& url : batch.new_urls) EXPECT_TRUE(url.seed) << url.key;
  ASSERT_EQ(batch.changed_urls.size(), 1U);
  EXPECT_EQ(batch.changed_urls[0].id, 2);
}

TEST(UrlTableTest, AChangeOfAUrlBeforeOrAfterTheNewOnesIsAChange) {
  UrlTable urls;
  urls.add(record("u:1"));
  changes_of(urls);
  urls.add(record("u:2"));
  EXPECT_EQ(urls.adopt(record("u:3")), 3);
  for (const UrlId id : {1, 2, 3}) {
    urls.set_hops(id, 5);
    urls.touch(id);
  }
  const repository::Batch batch = changes_of(urls);
  ASSERT_EQ(batch.new_urls.size(), 1u);
  EXPECT_EQ(batch.new_urls[0].id, 2);
  EXPECT_EQ(batch.new_urls[0].hops, 5);
  ASSERT_EQ(batch.changed_urls.size(), 2u);
  EXPECT_EQ(batch.changed_urls[0].id, 1);
  EXPECT_EQ(batch.changed_urls[1].id, 3);
}

TEST(UrlTableTest, CountsNoMoreTriesThanItKeeps) {
  UrlTable urls;
  const UrlId id = urls.add(record("u:1"));
  for (int i = 0; i < UrlTable::kMostTries; ++i) urls.count_try(id);
  EXPECT_EQ(static_cast<int>(urls[id].tries), UrlTable::kMostTries);
  urls.count_try(id);
  EXPECT_EQ(static_cast<int>(urls[id].tries), UrlTable::kMostTries);
}

TEST(UrlTableTest, ATimeThatItCannotKeepBecomesTheNearestThatItCan) {
  UrlTable::Entry entry;
  entry.rest_until(WallTime{std::chrono::seconds{-1}});
  EXPECT_EQ(entry.resting_until(), WallTime{});
  entry.rest_until(WallTime{std::chrono::seconds{std::int64_t{1} << 32}});
  EXPECT_EQ(entry.resting_until(), WallTime{std::chrono::seconds{(std::int64_t{1} << 32) - 1}});
}

/// Queues are numbered from `first` in order of mention.
UrlTable::QueueOf numbered_from(HostId first, std::map<std::string, HostId>& queues) {
  return [first, &queues](const std::string& host) {
    return queues.try_emplace(host, first + static_cast<HostId>(queues.size())).first->second;
  };
}

/// A table of 50 URLs on three hosts.
class SavedUrlTableTest : public ::testing::Test {
 protected:
  SavedUrlTableTest() {
    for (int i = 0; i < 50; ++i) {
      UrlRecord url = record("http://host.test/" + std::to_string(i));
      url.host = "host" + std::to_string(i % 3);
      url.site = "site" + std::to_string(i % 2);
      url.hops = i;
      urls_.add(url);
    }
    changes_of(urls_);
  }
  std::string saved() const {
    return testing::saved(urls_, [](HostId queue) { return "host" + std::to_string(queue - 7); });
  }
  std::map<std::string, HostId> queues_;
  UrlTable urls_{numbered_from(7, queues_)};
};

TEST_F(SavedUrlTableTest, IsTheSameAfterALoadInTheQueuesOfTheNewRun) {
  urls_.become_alias(3, 5, DropReason::kRedirect);
  urls_.set_priority(4, 0.25);
  urls_.rest_until(4, WallTime{std::chrono::seconds{1000}});
  changes_of(urls_);
  const std::string bytes = saved();
  std::map<std::string, HostId> queues;
  UrlTable urls(numbered_from(1, queues));
  StateReader reader(testing::in_pieces(bytes));
  ASSERT_TRUE(urls.load(reader));
  EXPECT_TRUE(reader.ended());
  ASSERT_EQ(urls.last(), urls_.last());
  for (UrlId id = 1; id <= urls.last(); ++id) {
    EXPECT_EQ(urls.href(id), urls_.href(id));
    EXPECT_EQ(urls.find(urls_.href(id)), id);
    EXPECT_EQ(urls[id].hops, urls_[id].hops);
    EXPECT_EQ(urls.sites().text(urls[id].site), urls_.sites().text(urls_[id].site));
    EXPECT_EQ(urls[id].host, queues.at("host" + std::to_string(urls_[id].host - 7)));
  }
  EXPECT_EQ(urls.standing_for(3), 5);
  EXPECT_EQ(urls[4].priority, 0.25);
  EXPECT_EQ(urls[4].resting_until(), WallTime{std::chrono::seconds{1000}});
  EXPECT_EQ(urls.add(record("http://host.test/new")), urls_.last() + 1) << "it goes on from there";
}

TEST_F(SavedUrlTableTest, LeavesOutWhatIsStoredWithPagesAndWhatARunAloneKnows) {
  urls_.restore_page(2, 77, true, 1);
  urls_.set_under_way(2, true);
  urls_.set_refreshing(2, true);
  const std::string bytes = saved();
  UrlTable urls;
  StateReader reader(testing::in_pieces(bytes));
  ASSERT_TRUE(urls.load(reader));
  EXPECT_EQ(urls[2].digest, 0u);
  EXPECT_EQ(urls[2].duplicate_of, 0u);
  EXPECT_FALSE(urls[2].stale || urls[2].under_way || urls[2].refreshing);
}

TEST_F(SavedUrlTableTest, RefusesBytesThatAreNotATable) {
  const std::string bytes = saved();
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const std::string cut = bytes.substr(0, size);
    UrlTable urls;
    StateReader reader(testing::in_pieces(cut));
    EXPECT_FALSE(urls.load(reader)) << size;
  }
}

/// Parts of a table of two URLs, as save() writes them.
struct Parts {
  std::vector<UrlTable::Entry> entries = std::vector<UrlTable::Entry>(2);
  int hrefs = 2;
  int keys = 2;
  std::map<HostId, std::string> queues = {{0, "host.test"}};
};

bool is_table(const Parts& parts) {
  FrontCodedTexts hrefs;
  for (int i = 0; i < parts.hrefs; ++i) hrefs.add("u:" + std::to_string(i));
  KeyIndex keys;
  for (int i = 0; i < parts.keys; ++i) keys.add("u:" + std::to_string(i));
  StringInterner sites;
  sites.id_of("host.test");
  std::string bytes;
  StateWriter writer([&](std::string_view piece) { bytes += piece; });
  writer.list(parts.entries);
  hrefs.save(writer);
  keys.save(writer);
  sites.save(writer);
  writer.map(parts.queues, [&](const std::string& host) { writer.text(host); });
  writer.flush();
  UrlTable urls;
  StateReader reader(testing::in_pieces(bytes));
  return urls.load(reader) && reader.ended();
}

TEST(UrlTableTest, RefusesPartsThatDoNotBelongTogether) {
  EXPECT_TRUE(is_table({}));
  EXPECT_FALSE(is_table({.hrefs = 1}));
  EXPECT_FALSE(is_table({.hrefs = 3}));
  EXPECT_FALSE(is_table({.keys = 1}));
  EXPECT_FALSE(is_table({.keys = 3}));
  EXPECT_FALSE(is_table({.queues = {}}));
  EXPECT_FALSE(is_table({.queues = {{1, "host.test"}}}));
}

TEST(UrlTableTest, RefusesAUrlThatNamesOneThatIsNotThere) {
  using Entry = UrlTable::Entry;
  const auto with = [](const Entry& entry) { return Parts{.entries = {Entry(), entry}}; };
  Entry entry;
  entry.alias_of = entry.found_on = 2;
  EXPECT_TRUE(is_table(with(entry)));
  entry.alias_of = 3;
  EXPECT_FALSE(is_table(with(entry)));
  entry.alias_of = 2;
  entry.found_on = 3;
  EXPECT_FALSE(is_table(with(entry)));
  entry.found_on = 2;
  entry.site = 1;
  EXPECT_FALSE(is_table(with(entry)));
}

TEST(UrlTableTest, ATouchedUrlKeepsItsReason) {
  UrlTable urls;
  for (const repository::ReasonInfo& reason : repository::reasons()) {
    const UrlId id = urls.add(record(std::string(reason.name)), UrlEvent::kDrop, reason.reason);
    changes_of(urls);
    urls.make_seed(id);
    const repository::Batch batch = changes_of(urls);
    ASSERT_EQ(batch.changed_urls.size(), 1u);
    EXPECT_EQ(batch.changed_urls[0].reason, reason.reason) << reason.name;
    EXPECT_EQ(batch.changed_urls[0].state, UrlState::kDropped);
    EXPECT_TRUE(batch.changed_urls[0].seed);
  }
}

TEST(PageCopiesTest, APageEqualsAnEarlierOneOfItsSiteAlone) {
  CrawlPieces crawl;
  const UrlId first = crawl.fetched_page("http://a.test/1", 7);
  const UrlId copy = crawl.fetched_page("http://a.test/2", 7);
  const UrlId other = crawl.fetched_page("http://a.test/3", 8);
  const UrlId elsewhere = crawl.fetched_page("http://b.test/1", 7);
  EXPECT_EQ(crawl.copies.original_of(first), 0);
  EXPECT_EQ(crawl.copies.original_of(copy), first);
  EXPECT_EQ(crawl.copies.original_of(other), 0);
  EXPECT_EQ(crawl.copies.original_of(elsewhere), 0);
  EXPECT_EQ(crawl.copies.original_of(first), 0) << "it is fetched again";
}

TEST(PageCopiesTest, TheFirstCopyStandsForTheOthersOnceThePageIsGone) {
  CrawlPieces crawl;
  const UrlId first = crawl.fetched_page("http://a.test/1", 7);
  const UrlId copy = crawl.fetched_page("http://a.test/2", 7);
  const UrlId third = crawl.fetched_page("http://a.test/3", 7);
  crawl.copies.restore(first);
  for (const UrlId id : {copy, third}) crawl.urls.set_duplicate_of(id, first);
  crawl.copies.list_copies();
  crawl.copies.page_gone(first);
  EXPECT_EQ(crawl.urls[copy].duplicate_of, 0);
  EXPECT_EQ(crawl.urls[third].duplicate_of, copy);
  EXPECT_EQ(crawl.copies.original_of(crawl.fetched_page("http://a.test/4", 7)), copy);
}

TEST(PageCopiesTest, APageThatIsGoneAndHasNoCopyLeavesItsPlace) {
  CrawlPieces crawl;
  const UrlId first = crawl.fetched_page("http://a.test/1", 7);
  crawl.copies.restore(first);
  crawl.copies.list_copies();
  crawl.copies.page_gone(first);
  EXPECT_EQ(crawl.copies.original_of(crawl.fetched_page("http://a.test/2", 7)), 0);
}

}  // namespace
}  // namespace porthole::gatherer
