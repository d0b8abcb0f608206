// The contract of Pages.

#include "tests/contract/repository_contract.h"

namespace porthole::repository {
namespace {

class PagesTest : public RepositoryContract {};

TEST_P(PagesTest, KeepsTheBlocksAndTheTypeOfAPage) {
  auto repository = open();
  Batch batch = small_web();
  Document& document = batch.pages.at(0).document;
  document.page_type = PageType::kForum;
  document.blocks = {{.begin = 0,
                      .length = 4,
                      .kind = BlockKind::kHeading,
                      .level = 1,
                      .probability = 200,
                      .is_content = true,
                      .hash = 77}};
  const UrlId page = batch.pages.at(0).id;
  const std::vector<Block> blocks = document.blocks;
  ASSERT_TRUE(repository->crawl().apply(batch));
  EXPECT_EQ(repository->pages().blocks(page).value(), blocks);
  EXPECT_EQ(repository->pages().get(page).value()->document.blocks, blocks);
  EXPECT_EQ(repository->pages().get(page).value()->document.page_type, PageType::kForum);
  batch.pages.at(0).document.blocks.clear();
  Batch again;
  again.pages = {batch.pages.at(0)};
  ASSERT_TRUE(repository->crawl().apply(again));
  EXPECT_TRUE(repository->pages().blocks(page).value().empty()) << "as it was fetched last";
}

TEST_P(PagesTest, APageThatIsFetchedAgainKeepsItsPlaceAndTheHistoryOfItsLinks) {
  const auto repository = open();
  ASSERT_TRUE(repository->crawl().apply(small_web()));
  const WallTime first = page(1, 1).fetched_at, later = first + std::chrono::hours(1);
  ASSERT_TRUE(repository->crawl().apply(an_hour_later()));
  EXPECT_EQ((*repository->pages().get(1))->order, 1);
  EXPECT_EQ((*repository->pages().get(1))->fetched_at, later);
  EXPECT_EQ((*repository->pages().get(1))->document.title, "New title");

  const auto links = repository->links().out_links(1).value();
  ASSERT_EQ(links.size(), 2u);
  EXPECT_EQ(links[0].link.anchor, "the third");
  EXPECT_EQ(links[0].first_seen, later);
  EXPECT_EQ(links[1].link.anchor, "to two");
  EXPECT_EQ(links[1].first_seen, first) << "it was there before";
  EXPECT_EQ(links[1].last_seen, later);
  EXPECT_EQ(links[1].closed, WallTime{});

  const auto closed = repository->links().closed_out_links(1).value();
  ASSERT_EQ(closed.size(), 2u);
  EXPECT_EQ(closed[0].link.anchor, "to three");
  EXPECT_EQ(closed[1].link.anchor, "to four");
  EXPECT_EQ(closed[0].first_seen, first);
  EXPECT_EQ(closed[0].last_seen, first);
  EXPECT_EQ(closed[0].closed, later);
  const auto said_of_three = repository->links().closed_in_links(3).value();
  ASSERT_EQ(said_of_three.size(), 1u);
  EXPECT_EQ(said_of_three[0].source_href, "https://a.org/");
  EXPECT_EQ(said_of_three[0].closed, later);
  EXPECT_EQ(repository->counts()->links, 2);
}

TEST_P(PagesTest, PagesAreListedBySiteWithoutCopies) {
  const auto repository = open();
  Batch batch = small_web();
  batch.pages[1].duplicate_of = 1;
  ASSERT_TRUE(repository->crawl().apply(batch));
  const auto pages = repository->pages().by_site().value();
  ASSERT_EQ(pages.size(), 2u);
  EXPECT_EQ(pages.at("a.org"), std::vector<UrlId>{1});
  EXPECT_EQ(pages.at("b.org"), std::vector<UrlId>{3});
}

TEST_P(PagesTest, PagesAreVisitedInOrderOfFetchingAndThroughTheFilter) {
  auto repository = open();
  ASSERT_TRUE(repository->crawl().apply(small_web()));
  const auto visited = [&](const Pages::Filter& filter) {
    std::vector<UrlId> ids;
    EXPECT_TRUE(repository->pages().for_each(
        filter, [&](const UrlRecord&, const PageRecord& read, auto, auto) {
          ids.push_back(read.id);
          return true;
        }));
    return ids;
  };
  EXPECT_EQ(visited({}), (std::vector<UrlId>{1, 2, 3}));
  EXPECT_EQ(visited({.relevant_only = true}), (std::vector<UrlId>{2}));
  EXPECT_EQ(visited({.without_seeds = true}), (std::vector<UrlId>{2, 3}));
}

INSTANTIATE_TEST_SUITE_P(Stores, PagesTest, all_stores(), name_of_store);

}  // namespace
}  // namespace porthole::repository
