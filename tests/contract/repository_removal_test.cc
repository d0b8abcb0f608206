// The contract of Repository on the removal of pages and hosts.

#include "tests/contract/repository_contract.h"

namespace porthole::repository {
namespace {

class RemovalTest : public RepositoryContract {};

TEST_P(RemovalTest, ARemovedPageIsForgottenAndItsUrlKeptOut) {
  auto repository = open();
  ASSERT_TRUE(repository->crawl().apply(small_web()));
  ASSERT_TRUE(
      repository->summaries().put({summary(1, "<a/>"), summary(2, "<b/>"), summary(3, "<c/>")}));
  const std::int64_t seen = repository->summaries().after(0, 10)->back().serial;

  const auto removed = repository->remove_url("https://a.org/");
  ASSERT_TRUE(removed);
  EXPECT_EQ(removed->pages, 1);
  EXPECT_EQ(removed->archive,
            (std::vector<std::pair<std::string, std::int64_t>>{{"a.warc.gz", 100}}));
  const auto known = repository->urls().find("https://a.org/");
  ASSERT_TRUE(known && *known);
  EXPECT_EQ((*known)->state, UrlState::kDropped);
  EXPECT_EQ((*known)->reason, DropReason::kRemoved);
  EXPECT_FALSE(repository->pages().get(1)->has_value());
  EXPECT_TRUE(repository->links().out_links(1)->empty());
  EXPECT_TRUE(repository->links().in_links(2)->empty());
  EXPECT_FALSE(repository->summaries().has(1).value());
  EXPECT_EQ(*repository->summaries().stale_pages(10),
            (std::vector<UrlId>{2, 3}));  // what 1 said about them is gone

  const auto told = repository->summaries().after(seen, 10);
  ASSERT_TRUE(told);
  ASSERT_EQ(told->size(), 1u);
  EXPECT_TRUE((*told)[0].removed);
  EXPECT_EQ((*told)[0].url, "https://a.org/");
  EXPECT_EQ(repository->remove_url("https://a.org/")->pages, 0);
}

TEST_P(RemovalTest, TheMembersOfARemovedPageGoWithIt) {
  auto repository = open();
  Batch batch = small_web();
  for (UrlId id = 5; id <= 7; ++id) {
    const std::string key =
        id == 7 ? "https://c.org/found" : "https://a.org/#member " + std::to_string(id);
    batch.new_urls.push_back(url(id, key, UrlState::kFetched));
    batch.new_urls.back().found_on = 1;
    batch.pages.push_back(page(id, 20 + id));
  }
  ASSERT_TRUE(repository->crawl().apply(batch));
  EXPECT_EQ(repository->remove_url("https://a.org/")->pages, 3);
  EXPECT_EQ((*repository->urls().find("https://a.org/#member 6"))->reason, DropReason::kRemoved);
  EXPECT_EQ((*repository->urls().find("https://c.org/found"))->state, UrlState::kFetched);
}

TEST_P(RemovalTest, RemovingAHostTakesItsPagesAndNoOthers) {
  auto repository = open();
  ASSERT_TRUE(repository->crawl().apply(small_web()));
  EXPECT_EQ(repository->remove_host("a.org")->pages, 2);
  EXPECT_EQ(repository->counts()->fetched, 1);
  EXPECT_EQ((*repository->urls().find("https://a.org/two"))->reason, DropReason::kRemoved);
  EXPECT_EQ((*repository->urls().find("https://b.org/"))->state, UrlState::kFetched);
  EXPECT_EQ((*repository->urls().find("https://b.org/four"))->state, UrlState::kQueued);
}

TEST_P(RemovalTest, WhatOnlyLedToARemovedPageIsKeptOutWithIt) {
  auto repository = open();
  Batch batch = small_web();
  for (UrlId id = 5; id <= 6; ++id) {
    batch.new_urls.push_back(url(id, "https://c.org/" + std::to_string(id), UrlState::kAlias));
    batch.new_urls.back().alias_of = id == 5 ? 3 : 5;
    batch.new_urls.back().reason = DropReason::kRedirect;
  }
  ASSERT_TRUE(repository->crawl().apply(batch));
  ASSERT_TRUE(repository->remove_host("b.org"));
  for (const char* alias : {"https://c.org/5", "https://c.org/6"}) {
    const UrlRecord known = repository->urls().find(alias)->value();
    EXPECT_EQ(known.state, UrlState::kDropped);
    EXPECT_EQ(known.reason, DropReason::kRemoved);
    EXPECT_EQ(known.alias_of, 0);
  }
  EXPECT_EQ(repository->counts()->alias, 0);
}

TEST_P(RemovalTest, TheFirstCopyOfARemovedPageStandsForTheOthers) {
  auto repository = open();
  Batch batch = small_web();
  for (UrlId id = 5; id <= 7; ++id) {
    batch.new_urls.push_back(url(id, "https://c.org/" + std::to_string(id), UrlState::kFetched));
    batch.pages.push_back(page(id, 20 - id));  // 7 was fetched first
    batch.pages.back().duplicate_of = 1;
  }
  batch.links.push_back(link(7, 0, 3, "said by the copy"));
  ASSERT_TRUE(repository->crawl().apply(batch));
  ASSERT_TRUE(
      repository->summaries().put({summary(1, "<a/>"), summary(2, "<b/>"), summary(3, "<c/>")}));
  ASSERT_TRUE(repository->remove_url("https://a.org/"));
  EXPECT_EQ(repository->pages().get(7)->value().duplicate_of, 0);
  EXPECT_EQ(repository->pages().get(5)->value().duplicate_of, 7);
  EXPECT_EQ(repository->pages().get(6)->value().duplicate_of, 7);
  EXPECT_EQ(*repository->summaries().stale_pages(10), (std::vector<UrlId>{2, 3, 7}));
  ASSERT_EQ(repository->links().in_links(3)->size(), 1u);  // a copy does not speak, a page does
}

TEST_P(RemovalTest, ASummaryIsStaleWhenTheRemovedPageSpokeOfAnAlias) {
  auto repository = open();
  Batch batch = small_web();
  batch.new_urls.push_back(url(5, "https://b.org/old", UrlState::kAlias));
  batch.new_urls.back().alias_of = 3;
  batch.links = {link(1, 0, 5, "to three by its old name")};
  ASSERT_TRUE(repository->crawl().apply(batch));
  ASSERT_TRUE(
      repository->summaries().put({summary(1, "<a/>"), summary(2, "<b/>"), summary(3, "<c/>")}));
  ASSERT_TRUE(repository->remove_url("https://a.org/"));
  EXPECT_EQ(*repository->summaries().stale_pages(10), std::vector<UrlId>{3});
}

TEST_P(RemovalTest, ARemovedPageTakesWhatItSaidBeforeWithIt) {
  const auto repository = open();
  ASSERT_TRUE(repository->crawl().apply(small_web()));
  ASSERT_TRUE(repository->crawl().apply(an_hour_later()));
  ASSERT_TRUE(repository->remove_url("https://a.org/"));
  EXPECT_TRUE(repository->links().closed_in_links(3)->empty());
  EXPECT_TRUE(repository->links().closed_out_links(1)->empty());
}

INSTANTIATE_TEST_SUITE_P(Stores, RemovalTest, all_stores(), name_of_store);

}  // namespace
}  // namespace porthole::repository
