// The contract of Scores, and of links as they are scored.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "tests/contract/repository_contract.h"

namespace porthole::repository {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

class RepositoryScoresTest : public RepositoryContract {
 protected:
  void SetUp() override {
    RepositoryContract::SetUp();
    if (!IsSkipped()) {
      ASSERT_TRUE(open()->crawl().apply(small_web()));
    }
  }

  static std::vector<UrlId> pages_with_scores(Repository& repository) {
    std::vector<UrlId> pages;
    EXPECT_TRUE(repository.scores().for_each([&](const ScoreRecord& score) {
      pages.push_back(score.page);
      return true;
    }));
    return pages;
  }
};

TEST_P(RepositoryScoresTest, TellsWhoLinksToWhom) {
  std::vector<std::pair<UrlId, UrlId>> links;
  ASSERT_TRUE(open(Access::kRead)->links().for_each_citation([&](UrlId source, UrlId target) {
    links.emplace_back(source, target);
  }));
  EXPECT_THAT(links, UnorderedElementsAre(Pair(1, 2), Pair(1, 3), Pair(1, 4)));
}

TEST_P(RepositoryScoresTest, NewScoresReplaceTheOldAndThoseOfNoPageArePassedOver) {
  ASSERT_TRUE(open()->scores().put({{1, 0.5, 0.25}, {2, 0.5, 0.75}}));
  ASSERT_TRUE(open()->scores().put({{3, 0, 1}, {1, 1, 0}, {4, 1, 1}, {99, 1, 1}}));
  const auto repository = open(Access::kRead);
  EXPECT_THAT(pages_with_scores(*repository), ElementsAre(1, 3));
  EXPECT_EQ(*repository->scores().get(3), (ScoreRecord{3, 0, 1}));
  EXPECT_EQ(*repository->scores().get(2), std::nullopt);
}

TEST_P(RepositoryScoresTest, ABatchBringsThemTogetherWithThePagesTheyAreOf) {
  const auto repository = open();
  ASSERT_TRUE(repository->scores().put({{1, 1, 0}}));
  Batch batch;
  UrlRecord url;
  url.id = 5;
  url.key = url.href = "https://a.org/5";
  url.state = UrlState::kFetched;
  batch.new_urls = {url};
  batch.pages.resize(1);
  batch.pages[0].id = batch.pages[0].order = 5;
  batch.scores = {{3, 1, 0}, {5, 0, 1}};
  ASSERT_TRUE(repository->crawl().apply(batch));
  EXPECT_THAT(pages_with_scores(*repository), ElementsAre(3, 5));
  batch = {};
  batch.stale = {1};
  ASSERT_TRUE(repository->crawl().apply(batch));
  EXPECT_THAT(pages_with_scores(*repository), ElementsAre(3, 5))
      << "a batch without any leaves them";
}

TEST_P(RepositoryScoresTest, ThePagesWhoseScoresChangedHaveStaleSummaries) {
  const auto repository = open();
  ASSERT_TRUE(repository->scores().put({{1, 1, 0}, {2, 0, 1}}));
  std::vector<SummaryChange> summaries(3);
  for (std::size_t i = 0; i < summaries.size(); ++i) summaries[i].page = static_cast<UrlId>(i + 1);
  ASSERT_TRUE(repository->summaries().put(summaries));
  ASSERT_TRUE(repository->scores().put({{1, 1, 0}, {2, 0, 1}}));
  EXPECT_THAT(*repository->summaries().stale_pages(9), IsEmpty());
  ASSERT_TRUE(repository->scores().put({{1, 1, 0}, {3, 0, 1}}));  // 2 lost its own, 3 gained one
  EXPECT_THAT(*repository->summaries().stale_pages(9), ElementsAre(2, 3));
}

TEST_P(RepositoryScoresTest, ThePagesThatAnAnnotatorSpeaksAboutStateItsNewAuthority) {
  const auto repository = open();
  const auto stale_after = [&](const std::vector<ScoreRecord>& scores) {
    std::vector<SummaryChange> summaries(3);
    for (std::size_t i = 0; i < summaries.size(); ++i)
      summaries[i].page = static_cast<UrlId>(i + 1);
    EXPECT_TRUE(repository->summaries().put(summaries));
    EXPECT_TRUE(repository->scores().put(scores));
    return *repository->summaries().stale_pages(9);
  };
  EXPECT_THAT(stale_after({{1, 0.5, 0.25}}), ElementsAre(1, 2, 3));
  EXPECT_THAT(stale_after({{1, 0.48, 0.26}}), IsEmpty()) << "less than a reader sees";
  EXPECT_THAT(stale_after({{1, 0.46, 0.26}}), ElementsAre(1)) << "small steps come together";
  EXPECT_THAT(stale_after({{1, 0.4, 0.25}}), ElementsAre(1))
      << "nobody states an annotator's value as a hub";
  EXPECT_THAT(stale_after({{1, 0.4, 0.27}}), ElementsAre(1, 2, 3));
  EXPECT_THAT(stale_after({}), ElementsAre(1, 2, 3));
}

TEST_P(RepositoryScoresTest, VisitingThemMayBeStopped) {
  const auto repository = open();
  ASSERT_TRUE(repository->scores().put({{1, 1, 0}, {2, 0, 1}}));
  int visited = 0;
  ASSERT_TRUE(repository->scores().for_each([&](const ScoreRecord&) { return ++visited < 1; }));
  EXPECT_EQ(visited, 1);
}

TEST_P(RepositoryScoresTest, ARemovedPageHasNoneLeft) {
  const auto repository = open();
  ASSERT_TRUE(repository->scores().put({{1, 0.5, 0.25}, {3, 0.5, 0.75}}));
  ASSERT_TRUE(repository->remove_url("https://a.org/"));
  EXPECT_THAT(pages_with_scores(*repository), ElementsAre(3));
}

TEST_P(RepositoryScoresTest, KeepTheImportanceOfAPage) {
  const auto repository = open();
  Batch batch;
  batch.pages = {page(2, 2)};
  batch.pages[0].importance = 0.75;
  ASSERT_TRUE(repository->crawl().apply(batch));
  EXPECT_EQ((*repository->pages().get(2))->importance, 0.75);
  EXPECT_EQ((*repository->pages().get(3))->importance, std::nullopt);
}

TEST_P(RepositoryScoresTest, APageWhoseImportanceChangedHasAStaleSummary) {
  const auto repository = open();
  ASSERT_TRUE(repository->scores().put_importance({{2, 0.75}}));
  ASSERT_TRUE(repository->summaries().put({summary(1, "a"), summary(2, "b"), summary(3, "c")}));
  ASSERT_TRUE(repository->scores().put_importance({{2, 0.7501}, {3, 0.25}, {1000, 0.5}}));
  EXPECT_EQ((*repository->pages().get(2))->importance, 0.7501);
  EXPECT_EQ((*repository->pages().get(3))->importance, 0.25);
  EXPECT_THAT(*repository->summaries().stale_pages(100), ElementsAre(3));
  ASSERT_TRUE(repository->scores().put_importance({}));
  EXPECT_EQ((*repository->pages().get(2))->importance, std::nullopt);
}

INSTANTIATE_TEST_SUITE_P(Stores, RepositoryScoresTest, all_stores(), name_of_store);

}  // namespace
}  // namespace porthole::repository
