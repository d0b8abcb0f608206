// The contract of Urls.

#include "tests/contract/repository_contract.h"

namespace porthole::repository {
namespace {

class UrlsTest : public RepositoryContract {};

TEST_P(UrlsTest, ChangedUrlsKeepWhatABatchDoesNotName) {
  auto repository = open();
  ASSERT_TRUE(repository->crawl().apply(small_web()));
  Batch batch;
  UrlRecord changed = url(4, "https://b.org/four", UrlState::kDropped);
  changed.reason = DropReason::kRobots;
  changed.detail = "Disallow: /four";
  batch.changed_urls = {changed};
  ASSERT_TRUE(repository->crawl().apply(batch));
  const auto found = repository->urls().find("https://b.org/four");
  ASSERT_TRUE(found && *found);
  EXPECT_EQ((*found)->state, UrlState::kDropped);
  EXPECT_EQ((*found)->reason, DropReason::kRobots);
  EXPECT_EQ((*found)->host, "b.org");
  EXPECT_EQ(repository->counts()->reasons, (ReasonCounts{{DropReason::kRobots, 1}}));
}

TEST_P(UrlsTest, TheQueueIsInOrderOfPriority) {
  auto repository = open();
  Batch batch;
  batch.new_urls = {url(1, "https://a.org/1"), url(2, "https://a.org/2"),
                    url(3, "https://a.org/3")};
  batch.priorities = {{1, 0.1}, {2, 0.9}, {3, 0.9}};
  ASSERT_TRUE(repository->crawl().apply(batch));
  const auto head = repository->urls().queue_head(2);
  ASSERT_TRUE(head);
  ASSERT_EQ(head->size(), 2u);
  EXPECT_EQ((*head)[0].id, 2);
  EXPECT_EQ((*head)[1].id, 3);
  EXPECT_EQ(*repository->urls().rank_of(3), 2);
  EXPECT_EQ(*repository->urls().rank_of(1), 3);
  EXPECT_EQ(*repository->urls().rank_of(77), 0);
}

// The last try of a page and of an alias brought something; a URL that still waits had failures.
TEST_P(UrlsTest, RequestsAndFailuresFollowFromTheTriesOfAllUrls) {
  auto repository = open();
  Batch batch;
  const std::pair<UrlState, int> urls[] = {
      {UrlState::kFetched, 1}, {UrlState::kFetched, 3}, {UrlState::kFetched, 0},
      {UrlState::kAlias, 1},   {UrlState::kAlias, 0},   {UrlState::kDropped, 3},
      {UrlState::kDropped, 0}, {UrlState::kQueued, 2},  {UrlState::kQueued, 0}};
  for (const auto& [state, tries] : urls) {
    const auto id = static_cast<UrlId>(batch.new_urls.size() + 1);
    batch.new_urls.push_back(url(id, "https://a.org/" + std::to_string(id), state));
    batch.new_urls.back().tries = tries;
  }
  EXPECT_EQ(repository->counts()->requests, 0);
  ASSERT_TRUE(repository->crawl().apply(batch));
  EXPECT_EQ(repository->counts()->requests, 10);
  EXPECT_EQ(repository->counts()->failures, 7);
}

INSTANTIATE_TEST_SUITE_P(Stores, UrlsTest, all_stores(), name_of_store);

}  // namespace
}  // namespace porthole::repository
