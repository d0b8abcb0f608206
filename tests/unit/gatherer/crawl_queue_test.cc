#include "gatherer/crawl/crawl_queue.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "tests/unit/gatherer/crawl_pieces.h"

namespace porthole::gatherer {
namespace {

using porthole::testing::CrawlPieces;
using porthole::testing::CrawlSettings;

/// Rates as a test says.
class RatedStrategy final : public Strategy {
 public:
  std::string_view name() const override { return "rated"; }
  Rating rate(UrlId target, int, bool) const override {
    const auto rating = ratings.find(target);
    return rating == ratings.end() ? Rating{} : rating->second;
  }
  void take_raised(std::vector<UrlId>& raised) override {
    raised.insert(raised.end(), risen.begin(), risen.end());
    risen.clear();
  }
  void merge(UrlId alias, UrlId target) override { merged[alias] = target; }
  void failed(UrlId target) override { failures.insert(target); }

  std::map<UrlId, Rating> ratings;
  std::vector<UrlId> risen;
  std::map<UrlId, UrlId> merged;
  std::set<UrlId> failures;
};

class CrawlQueueTest : public ::testing::Test {
 protected:
  CrawlQueueTest() {
    auto strategy = std::make_unique<RatedStrategy>();
    strategy_ = strategy.get();
    crawl_.queue.adopt({std::move(strategy), {}});
  }
  void enqueue(UrlId id, double priority, bool pruned = false) {
    strategy_->ratings[id] = {priority, pruned};
    crawl_.queue.enqueue(id);
  }

  CrawlPieces crawl_;
  RatedStrategy* strategy_ = nullptr;
};

TEST_F(CrawlQueueTest, TheBestRatedUrlIsNext) {
  const UrlId a = crawl_.admit("http://a.test/");
  const UrlId b = crawl_.admit("http://b.test/");
  enqueue(a, 0.2);
  enqueue(b, 0.8);
  EXPECT_EQ(crawl_.fetcher.next(), b);
  enqueue(a, 0.9);
  EXPECT_EQ(crawl_.fetcher.next(), a);
}

TEST_F(CrawlQueueTest, ThePrecedenceOfAUrlComesBeforeItsRating) {
  const UrlId a = crawl_.admit("http://a.test/manual/");
  const UrlId b = crawl_.admit("http://b.test/");
  enqueue(a, 0.2);
  enqueue(b, 0.8);
  ASSERT_EQ(crawl_.fetcher.next(), b);
  const collection::PriorityRule manual{.matches = {.path = "^/manual/"}, .value = 3};
  crawl_.queue.set_precedence(Precedence::make({manual}).value());
  crawl_.queue.enqueue_all();
  EXPECT_EQ(crawl_.fetcher.next(), a);
  const StoredPriority stored = parts_of_priority(crawl_.urls[a].priority);
  EXPECT_NEAR(stored.rating, 0.2, 1e-5);
  EXPECT_EQ(stored.precedence, 3);
  EXPECT_GT(crawl_.urls[a].priority, crawl_.urls[b].priority) << "the database has the same order";
  crawl_.queue.set_precedence({});
  crawl_.queue.enqueue_all();
  EXPECT_EQ(crawl_.fetcher.next(), b);
}

TEST_F(CrawlQueueTest, APrunedUrlWaitsBelowTheThresholdUntilItsRatingRises) {
  const UrlId id = crawl_.admit("http://a.test/");
  enqueue(id, 0.1, true);
  EXPECT_EQ(crawl_.urls[id].reason, DropReason::kThreshold);
  EXPECT_TRUE(crawl_.queued().empty());
  strategy_->ratings[id] = {0.7, false};
  strategy_->risen = {id};
  crawl_.queue.raise();
  EXPECT_EQ(crawl_.urls[id].state, UrlState::kQueued);
  EXPECT_EQ(crawl_.queued().size(), 1u);
}

TEST_F(CrawlQueueTest, AUrlBelowTheLowestPriorityWaitsUntilItsRatingRises) {
  auto strategy = std::make_unique<RatedStrategy>();
  strategy_ = strategy.get();
  crawl_.queue.adopt({std::move(strategy), {}, 0.5});
  const UrlId id = crawl_.admit("http://a.test/");
  enqueue(id, 0.4);
  EXPECT_EQ(crawl_.urls[id].reason, DropReason::kThreshold);
  strategy_->ratings[id].priority = 0.5;
  crawl_.queue.enqueue(id);
  EXPECT_EQ(crawl_.urls[id].state, UrlState::kQueued);
  strategy_->ratings[id].priority = 0.49;
  EXPECT_TRUE(crawl_.queued().contains("http://a.test/"));
  EXPECT_FALSE(crawl_.queue.keeps_its_place(id));
  EXPECT_TRUE(crawl_.queued().empty());
}

TEST_F(CrawlQueueTest, AUrlWhoseRatingHasSunkIsQueuedAnew) {
  const UrlId id = crawl_.admit("http://a.test/");
  enqueue(id, 1.0);
  strategy_->ratings[id].priority = 0.95;
  EXPECT_TRUE(crawl_.queue.keeps_its_place(id)) << "a little is not worth a move";
  strategy_->ratings[id].priority = 0.5;
  EXPECT_FALSE(crawl_.queue.keeps_its_place(id));
  EXPECT_EQ(crawl_.fetcher.find(id)->relevance, 0.5);
}

TEST_F(CrawlQueueTest, UrlsWaitWhereTheyWaitedWhenTheLastRunEnded) {
  const UrlId a = crawl_.admit("http://a.test/");
  const UrlId b = crawl_.admit("http://b.test/");
  enqueue(a, 0.2);
  enqueue(b, 0.8);
  enqueue(crawl_.admit("http://c.test/"), 0.1, true);
  const auto begin_again = [&] {
    for (const UrlId id : crawl_.fetcher.all_queued()) crawl_.fetcher.erase(id);
    crawl_.queue.enqueue_all_as_stored();
  };
  strategy_->ratings[a] = {0.9, false};
  begin_again();
  EXPECT_EQ(crawl_.fetcher.next(), b);
  EXPECT_EQ(crawl_.queued(), (std::set<std::string>{"http://a.test/", "http://b.test/"}));
  EXPECT_EQ(crawl_.urls[a].priority, 0.2);
  crawl_.urls.count_try(a);  // It waited for a retry, and was not rated meanwhile.
  begin_again();
  EXPECT_EQ(crawl_.urls[a].priority, 0.9);
}

TEST_F(CrawlQueueTest, AnAliasLeavesTheQueueToItsTarget) {
  const UrlId alias = crawl_.admit("http://a.test/old");
  const UrlId target = crawl_.admit("http://a.test/new");
  crawl_.urls.make_seed(alias);
  enqueue(alias, 1);
  crawl_.queue.become_alias(alias, target, DropReason::kRedirect);
  EXPECT_EQ(crawl_.urls[alias].state, UrlState::kAlias);
  EXPECT_EQ(strategy_->merged[alias], target);
  EXPECT_TRUE(crawl_.urls[target].seed);
  EXPECT_EQ(crawl_.queued(), std::set<std::string>{"http://a.test/new"});
}

TEST_F(CrawlQueueTest, AnAliasOfAFetchedPageMakesItsSummaryStale) {
  const UrlId page = crawl_.fetched_page("http://a.test/new");
  crawl_.queue.become_alias(crawl_.admit("http://a.test/old"), page, DropReason::kRedirect);
  EXPECT_TRUE(crawl_.urls[page].stale);
}

TEST_F(CrawlQueueTest, TheStrategyIsToldOfFailuresAlone) {
  const UrlId gone = crawl_.admit("http://a.test/gone");
  const UrlId full = crawl_.admit("http://a.test/full");
  enqueue(gone, 1);
  enqueue(full, 1);
  crawl_.queue.drop(gone, repository::http_reason(404));
  crawl_.queue.drop(full, DropReason::kSiteCap);
  EXPECT_EQ(strategy_->failures, std::set<UrlId>{gone});
}

TEST_F(CrawlQueueTest, APageUnderWayIsNotQueuedAgain) {
  const UrlId id = crawl_.admit("http://a.test/");
  crawl_.budget.start(id);
  enqueue(id, 1);
  EXPECT_TRUE(crawl_.queued().empty());
}

TEST(CrawlQueueRefreshTest, ARunThatFetchesPagesAgainQueuesNothingElse) {
  CrawlSettings settings;
  settings.options.refresh = std::chrono::hours(1);
  CrawlPieces crawl(std::move(settings));
  const UrlId id = crawl.admit("http://a.test/");
  crawl.queue.enqueue(id);
  EXPECT_TRUE(is_open(crawl.urls[id]));
  EXPECT_TRUE(crawl.queued().empty());
}

}  // namespace
}  // namespace porthole::gatherer
