// The laws of Repository on links and scores, over every store.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "repository/repository.h"
#include "tests/support/temp_dir.h"

namespace porthole::repository {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

/// A store: how it is opened.
struct ScoreStore {
  std::string name;
  Result<std::unique_ptr<Repository>> (*open)(const std::filesystem::path&, Access);
};

class RepositoryScoresTest : public ::testing::TestWithParam<ScoreStore> {
 protected:
  void SetUp() override { ASSERT_TRUE(open()->crawl().apply(small_web())); }

  std::unique_ptr<Repository> open(Access access = Access::kWrite) {
    auto opened = GetParam().open(file(), access);
    EXPECT_TRUE(opened) << opened.error().to_string();
    return opened ? std::move(*opened) : nullptr;
  }
  std::filesystem::path file() const { return folder_ / "repository"; }

  static std::vector<UrlId> pages_with_scores(Repository& repository) {
    std::vector<UrlId> pages;
    EXPECT_TRUE(repository.scores().for_each([&](const ScoreRecord& score) {
      pages.push_back(score.page);
      return true;
    }));
    return pages;
  }

 private:
  /// Pages 1 to 3; 1 links to the others and to 4, which is queued.
  static Batch small_web() {
    Batch batch;
    for (UrlId id = 1; id <= 4; ++id) {
      UrlRecord url;
      url.id = id;
      url.key = url.href = "https://a.org/" + std::to_string(id);
      url.host = url.site = "a.org";
      url.state = id == 4 ? UrlState::kQueued : UrlState::kFetched;
      batch.new_urls.push_back(std::move(url));
      if (id == 4) continue;
      PageRecord page;
      page.id = page.order = id;
      batch.pages.push_back(std::move(page));
    }
    for (UrlId target = 2; target <= 4; ++target) {
      LinkRecord link;
      link.source = 1;
      link.position = static_cast<std::uint32_t>(target);
      link.target = target;
      batch.links.push_back(std::move(link));
    }
    return batch;
  }

  porthole::testing::TempDir folder_;
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
  std::vector<SummaryRecord> summaries(3);
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
    std::vector<SummaryRecord> summaries(3);
    for (std::size_t i = 0; i < summaries.size(); ++i)
      summaries[i].page = static_cast<UrlId>(i + 1);
    EXPECT_TRUE(repository->summaries().put(summaries));
    EXPECT_TRUE(repository->scores().put(scores));
    return *repository->summaries().stale_pages(9);
  };
  EXPECT_THAT(stale_after({{1, 0.5, 0.25}}), ElementsAre(1, 2, 3));
  EXPECT_THAT(stale_after({{1, 0.5, 0.250001}}), IsEmpty()) << "the same in four digits";
  EXPECT_THAT(stale_after({{1, 0.4, 0.25}}), ElementsAre(1))
      << "nobody states an annotator's value as a hub";
  EXPECT_THAT(stale_after({{1, 0.4, 0.2502}}), ElementsAre(1, 2, 3));
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
  ASSERT_TRUE(repository->remove_url("https://a.org/1"));
  EXPECT_THAT(pages_with_scores(*repository), ElementsAre(3));
}

INSTANTIATE_TEST_SUITE_P(Stores, RepositoryScoresTest,
                         ::testing::Values(ScoreStore{"Sqlite", open_sqlite}),
                         [](const auto& store) { return store.param.name; });

}  // namespace
}  // namespace porthole::repository
