#include "gatherer/frontier/url_table.h"

#include <gtest/gtest.h>

#include <string>

namespace porthole::gatherer {
namespace {

UrlRecord record(const std::string& url, UrlState state = UrlState::kQueued,
                 const DropReason& reason = {}) {
  UrlRecord record;
  record.key = url;
  record.href = url;
  record.host = "host.test";
  record.site = "host.test";
  record.state = state;
  record.reason = reason.words;
  record.held = reason.held;
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
  urls.change(id, UrlState::kDropped, reason_of_http(404), "gone");
  const repository::Batch batch = changes_of(urls);
  ASSERT_EQ(batch.new_urls.size(), 1u);
  EXPECT_TRUE(batch.changed_urls.empty()) << "one row says it all";
  EXPECT_EQ(batch.new_urls[0].state, UrlState::kDropped);
  EXPECT_EQ(batch.new_urls[0].reason, "http 404");
  EXPECT_EQ(batch.new_urls[0].detail, "gone");
  EXPECT_EQ(batch.new_urls[0].tries, 2);
  EXPECT_EQ(batch.new_urls[0].priority, 0.75);
}

TEST(UrlTableTest, WritesAChangeOfAUrlThatWasWrittenBefore) {
  UrlTable urls;
  const UrlId id = urls.add(record("http://host.test/a"));
  changes_of(urls);
  urls[id].hops = 3;
  urls.change(id, UrlState::kFetched);
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
  urls.change(id, UrlState::kQueued, reason_of_http(503));
  urls.change(id, UrlState::kDropped, reason_of_http(410));
  const repository::Batch batch = changes_of(urls);
  ASSERT_FALSE(batch.changed_urls.empty());
  EXPECT_EQ(batch.changed_urls.back().state, UrlState::kDropped);
  EXPECT_EQ(batch.changed_urls.back().reason, "http 410");
}

TEST(UrlTableTest, RestoresAUrlWithoutWritingItAgain) {
  UrlTable urls;
  UrlRecord stored = record("http://host.test/a", UrlState::kAlias, {Held::kNo, "redirect"});
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
  urls.change(1, UrlState::kQueued);
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

TEST(UrlTableTest, KnowsWhyADroppedUrlMayComeBack) {
  UrlTable urls;
  const UrlId id = urls.add(record("u:1", UrlState::kDropped, kReasonThreshold));
  EXPECT_EQ(urls[id].held, Held::kThreshold);
  urls.change(id, UrlState::kQueued, reason_of_http(503));
  EXPECT_EQ(urls[id].held, Held::kNo) << "it waits, whatever for";
  urls.change(id, UrlState::kDropped, reason_of(FetchStatus::kTlsFailed));
  EXPECT_EQ(urls[id].held, Held::kTls);
}

// The words are for people: another wording of an earlier version changes nothing.
TEST(UrlTableTest, GoesByTheStoredCodeAndNotByTheWords) {
  UrlTable urls;
  UrlRecord stored =
      record("u:1", UrlState::kDropped, {Held::kHops, "too many links from the seeds"});
  stored.id = 1;
  urls.restore(stored);
  EXPECT_EQ(urls[1].held, Held::kHops);
  UrlRecord final = record("u:2", UrlState::kDropped, {Held::kNo, "hop limit"});
  final.id = 2;
  urls.restore(final);
  EXPECT_EQ(urls[2].held, Held::kNo);
}

TEST(UrlTableTest, ForgetsNotWhyAUrlIsHeldWhenItIsTouched) {
  UrlTable urls;
  for (const DropReason& reason :
       {kReasonThreshold, kReasonNofollow, kReasonHops, kReasonNoPage, kReasonCopy}) {
    const UrlId id = urls.add(record(reason.words, UrlState::kDropped, reason));
    changes_of(urls);
    const Held held = urls[id].held;
    urls[id].seed = true;
    urls.touch(id);
    EXPECT_EQ(urls[id].held, held) << reason.words;
    const repository::Batch batch = changes_of(urls);
    ASSERT_EQ(batch.changed_urls.size(), 1u);
    EXPECT_EQ(batch.changed_urls[0].reason, reason.words);
    EXPECT_EQ(batch.changed_urls[0].held, reason.held);
    EXPECT_TRUE(batch.changed_urls[0].seed);
  }
}

}  // namespace
}  // namespace porthole::gatherer
