// Samples of the URLs that wait, drawn while a crawl runs.

#include "gatherer/crawl/recall_audit.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/support/files.h"
#include "tests/unit/gatherer/crawl_pieces.h"

namespace porthole::gatherer {
namespace {

using porthole::testing::CrawlPieces;
using porthole::testing::write_whole_file;
using Urls = std::set<std::string>;

class RecallAuditTest : public ::testing::Test {
 protected:
  RecallAudit audit(RecallGoal goal = {.recall = 0.9, .sample = 4, .first = 0}) {
    crawl_.settings.options.until_recall = goal;
    crawl_.settings.options.random_seed = 7;
    crawl_.rules.recall_file = file_;
    return RecallAudit({crawl_.core, crawl_.queue, *crawl_.repository, [this] { return flush(); }});
  }
  Result<void> flush() {
    crawl_.commits.send();
    return crawl_.committer.drain();
  }
  static std::string url(int number) { return "http://a.test/" + std::to_string(number); }
  void admit(int count, const LinkOrigin& origin = {}) {
    for (int i = 0; i < count; ++i) crawl_.admit(url(next_++), origin);
  }
  /// The page that waits at `url` is fetched.
  void fetch(const std::string& url, bool relevant) {
    const UrlId id = crawl_.urls.find(Url::parse(url)->key());
    crawl_.fetcher.erase(id);
    repository::PageRecord page;
    page.id = id;
    page.order = ++order_;
    page.relevant = relevant;
    page.topic = relevant ? "Astronomy" : "";
    crawl_.budget.fetched(id, relevant);
    crawl_.urls.apply(id, UrlEvent::kFetch);
    crawl_.commits.add_page(std::move(page), {}, {});
  }
  void fetch_all(bool relevant) {
    for (const std::string& url : crawl_.queued()) fetch(url, relevant);
  }

  CrawlPieces crawl_;
  std::filesystem::path file_ = crawl_.folder / "recall.json";
  int next_ = 0;
  std::int64_t order_ = 0;
};

TEST_F(RecallAuditTest, WhileASampleIsReadOnlyItsUrlsWait) {
  admit(20);
  RecallAudit one = audit();
  EXPECT_FALSE(one.advance().value());
  const Urls drawn = crawl_.queued();
  EXPECT_EQ(drawn.size(), 4u);
  admit(3);
  EXPECT_EQ(crawl_.queued(), drawn) << "what is found meanwhile waits until the sample is read";
  fetch_all(false);
  ASSERT_FALSE(one.advance().value()) << "the second generation: the three URLs";
  EXPECT_EQ(crawl_.queued(), (Urls{url(20), url(21), url(22)}));
  fetch_all(false);
  one.advance().value();
  EXPECT_EQ(crawl_.queued().size(), 16u) << "all others wait again";
  ASSERT_NE(one.estimate(), nullptr);
  EXPECT_EQ(one.estimate()->sampled, 7u);
}

TEST_F(RecallAuditTest, TheEstimateIsThatOfItsSample) {
  admit(20);
  RecallAudit one = audit({.recall = 0.9, .sample = 10, .first = 0});
  one.advance().value();
  const Urls drawn = crawl_.queued();
  for (const std::string& url : drawn) fetch(url, url == *drawn.begin());
  EXPECT_FALSE(one.advance().value());
  ASSERT_NE(one.estimate(), nullptr);
  EXPECT_DOUBLE_EQ(one.estimate()->missing.estimate, 1) << "1 of 10, and 10 were not drawn";
  EXPECT_DOUBLE_EQ(one.estimate()->recall.estimate, 0.5);
  EXPECT_FALSE(one.estimate()->reached);
  ASSERT_EQ(one.estimate()->sites.size(), 1u);
  EXPECT_EQ(one.estimate()->sites[0].name, "a.test");
  ASSERT_EQ(one.estimate()->topics.size(), 1u);
  EXPECT_EQ(one.estimate()->topics[0].name, "Astronomy");
}

TEST_F(RecallAuditTest, WithNothingLeftToFetchTheRecallIsOne) {
  admit(1);
  fetch(url(0), true);
  RecallAudit one = audit();
  EXPECT_TRUE(one.advance().value());
  EXPECT_EQ(one.estimate()->recall.low, 1);
}

TEST_F(RecallAuditTest, ARunThatWasKilledGoesOnWithTheSameSample) {
  admit(20);
  Urls drawn;
  {
    RecallAudit killed = audit();
    killed.advance().value();
    drawn = crawl_.queued();
    fetch(*drawn.begin(), true);
    ASSERT_TRUE(flush());
  }
  crawl_.queue.set_only(nullptr);
  crawl_.queue.enqueue_all();
  ASSERT_EQ(crawl_.queued().size(), 19u);
  RecallAudit next = audit();
  ASSERT_TRUE(next.restore());
  Urls left = drawn;
  left.erase(*drawn.begin());
  EXPECT_EQ(crawl_.queued(), left);
  fetch_all(false);
  next.advance().value();
  ASSERT_NE(next.estimate(), nullptr);
  EXPECT_DOUBLE_EQ(next.estimate()->missing.estimate, 4) << "1 of 4 read, 16 not";
}

TEST_F(RecallAuditTest, ARedirectCountsAsThePageThatItLeadsTo) {
  admit(4);
  RecallAudit one = audit();
  one.advance().value();
  const UrlId from = crawl_.urls.find(Url::parse(url(0))->key());
  const UrlId to = crawl_.admit("http://b.test/");
  crawl_.queue.become_alias(from, to, DropReason::kRedirect);
  EXPECT_FALSE(one.advance().value());
  EXPECT_EQ(crawl_.queued(), (Urls{url(1), url(2), url(3), "http://b.test/"}));
  fetch_all(true);
  EXPECT_TRUE(one.advance().value());
  EXPECT_EQ(one.estimate()->on_topic, 4);
  EXPECT_EQ(one.estimate()->recall.low, 1) << "all four were read";
}

TEST_F(RecallAuditTest, WhatPagesOfTheSampleLeadToBecomesSeeds) {
  admit(12);
  RecallAudit one = audit();
  one.advance().value();
  const Urls drawn = crawl_.queued();
  const UrlId page = crawl_.urls.find(Url::parse(*drawn.begin())->key());
  admit(6, {.page = page, .hops = 1});
  for (const std::string& url : drawn) fetch(url, true);
  one.advance().value();
  const Urls second = crawl_.queued();
  for (const std::string& url : second) fetch(url, true);
  EXPECT_FALSE(one.advance().value());
  EXPECT_EQ(one.estimate()->new_seeds, 2u);
  int seeds = 0;
  for (UrlId id = 1; id <= crawl_.urls.last(); ++id) seeds += crawl_.urls[id].seed;
  EXPECT_EQ(seeds, 2);
}

TEST_F(RecallAuditTest, NothingIsEstimatedWhereNothingWasFetched) {
  RecallAudit one = audit();
  EXPECT_FALSE(one.advance().value());
  EXPECT_EQ(one.estimate(), nullptr);
  EXPECT_FALSE(one.has_work());
}

TEST_F(RecallAuditTest, AFileThatCannotBeUnderstoodBeginsANewSample) {
  admit(6);
  for (const std::string text : {"", "{", "[]", R"({"samples":1,"drawn":[99]})"}) {
    write_whole_file(file_, text);
    RecallAudit one = audit();
    ASSERT_TRUE(one.restore()) << text;
    EXPECT_FALSE(one.advance().value());
    EXPECT_EQ(crawl_.queued().size(), 4u) << text;
    crawl_.queue.set_only(nullptr);
  }
}

}  // namespace
}  // namespace porthole::gatherer
