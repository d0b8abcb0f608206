#include "gatherer/frontier/url_table.h"

#include <gtest/gtest.h>

#include <string>

namespace porthole::gatherer {
namespace {

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
  urls[id].tries = 2;
  urls[id].priority = 0.75;
  urls.apply(id, UrlEvent::kDrop, http_reason(404), "gone");
  const repository::Batch batch = changes_of(urls);
  ASSERT_EQ(batch.new_urls.size(), 1u);
  EXPECT_TRUE(batch.changed_urls.empty()) << "one row says it all";
  EXPECT_EQ(batch.new_urls[0].state, UrlState::kDropped);
  EXPECT_EQ(batch.new_urls[0].reason, http_reason(404));
  EXPECT_EQ(batch.new_urls[0].detail, "gone");
  EXPECT_EQ(batch.new_urls[0].tries, 2);
  EXPECT_EQ(batch.new_urls[0].priority, 0.75);
}

TEST(UrlTableTest, WritesAChangeOfAUrlThatWasWrittenBefore) {
  UrlTable urls;
  const UrlId id = urls.add(record("http://host.test/a"));
  changes_of(urls);
  urls[id].hops = 3;
  urls.apply(id, UrlEvent::kFetch);
  const repository::Batch batch = changes_of(urls);
  EXPECT_TRUE(batch.new_urls.empty());
  ASSERT_EQ(batch.changed_urls.size(), 1u);
  EXPECT_EQ(batch.changed_urls[0].id, id);
  EXPECT_EQ(batch.changed_urls[0].state, UrlState::kFetched);
  EXPECT_EQ(batch.changed_urls[0].hops, 3);
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
  urls[1].alias_of = 2;
  urls[2].alias_of = 3;
  EXPECT_EQ(urls.standing_for(1), 3);
  EXPECT_EQ(urls.standing_for(3), 3);
  urls[3].duplicate_of = 4;
  EXPECT_EQ(urls.original(1), 4);
  EXPECT_EQ(urls.standing_for(1), 3) << "a copy is a page of its own";
}

TEST(UrlTableTest, EndsEvenOnACircleOfAliases) {
  UrlTable urls;
  urls.add(record("http://host.test/a"));
  urls.add(record("http://host.test/b"));
  urls[1].alias_of = 2;
  urls[2].alias_of = 1;
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
  for (const UrlId id : {first, UrlId{2}, last}) {
    urls[id].seed = true;
    urls.touch(id);
  }
  const repository::Batch batch = changes_of(urls);
  ASSERT_EQ(batch.new_urls.size(), 2U);
  for (const UrlRecord& url : batch.new_urls) EXPECT_TRUE(url.seed) << url.key;
  ASSERT_EQ(batch.changed_urls.size(), 1U);
  EXPECT_EQ(batch.changed_urls[0].id, 2);
}

TEST(UrlTableTest, ATouchedUrlKeepsItsReason) {
  UrlTable urls;
  for (const repository::ReasonInfo& reason : repository::reasons()) {
    const UrlId id = urls.add(record(std::string(reason.name)), UrlEvent::kDrop, reason.reason);
    changes_of(urls);
    urls[id].seed = true;
    urls.touch(id);
    const repository::Batch batch = changes_of(urls);
    ASSERT_EQ(batch.changed_urls.size(), 1u);
    EXPECT_EQ(batch.changed_urls[0].reason, reason.reason) << reason.name;
    EXPECT_EQ(batch.changed_urls[0].state, UrlState::kDropped);
    EXPECT_TRUE(batch.changed_urls[0].seed);
  }
}

}  // namespace
}  // namespace porthole::gatherer
