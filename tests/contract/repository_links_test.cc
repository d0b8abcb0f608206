// The contract of Links.

#include "tests/contract/repository_contract.h"

namespace porthole::repository {
namespace {

class LinksTest : public RepositoryContract {};

TEST_P(LinksTest, OnlyLinksThatMayStillMatterAreReplayed) {
  auto repository = open();
  Batch batch = small_web();
  batch.new_urls.push_back(url(5, "https://b.org/five", UrlState::kDropped));
  batch.new_urls.back().reason = DropReason::kThreshold;
  batch.new_urls.push_back(url(6, "https://b.org/six", UrlState::kDropped));
  batch.new_urls.back().reason = DropReason::kOutOfScope;
  batch.new_urls.push_back(url(7, "https://b.org/seven", UrlState::kDropped));
  batch.new_urls.back().reason = DropReason::kNofollow;
  batch.links.push_back(link(2, 0, 5, "to five"));
  batch.links.push_back(link(2, 1, 6, "to six"));
  batch.links.push_back(link(2, 2, 7, "to seven"));
  ASSERT_TRUE(repository->crawl().apply(batch));
  std::vector<std::string> anchors;
  ASSERT_TRUE(repository->links().for_each_open(
      [&](const LinkRecord& open) { anchors.push_back(open.link.anchor); }));
  EXPECT_EQ(anchors, (std::vector<std::string>{"to four", "to five", "to seven"}));
  std::vector<std::pair<UrlId, UrlId>> citations;
  ASSERT_TRUE(repository->links().for_each_open_citation(
      [&](UrlId source, UrlId target) { citations.emplace_back(source, target); }));
  EXPECT_EQ(citations, (std::vector<std::pair<UrlId, UrlId>>{{1, 4}, {2, 5}, {2, 7}}));
}

TEST_P(LinksTest, WhatIsSaidOfAliasesAndCopiesIsSaidOfThePage) {
  auto repository = open();
  Batch batch;
  batch.new_urls = {url(1, "https://a.org/", UrlState::kFetched),
                    url(2, "https://t.org/", UrlState::kFetched),
                    url(3, "https://t.org/old", UrlState::kAlias),
                    url(4, "https://t.org/copy", UrlState::kFetched),
                    url(5, "https://b.org/", UrlState::kFetched)};
  batch.new_urls[2].alias_of = 2;
  batch.pages = {page(1, 1), page(2, 2), page(4, 3), page(5, 4)};
  batch.pages[2].duplicate_of = 2;
  batch.links = {link(1, 0, 2, "direct"), link(1, 1, 3, "by the alias"),
                 link(5, 0, 4, "by the copy"), link(2, 0, 2, "of itself"),
                 link(4, 0, 2, "what a copy says")};
  ASSERT_TRUE(repository->crawl().apply(batch));
  const auto said = repository->links().in_links(2);
  ASSERT_TRUE(said);
  std::vector<std::string> anchors;
  for (const InLink& in : *said) anchors.push_back(in.link.anchor);
  EXPECT_EQ(anchors, (std::vector<std::string>{"direct", "by the alias", "by the copy"}));
  EXPECT_EQ((*said)[0].source_href, "https://a.org/");
  EXPECT_EQ((*said)[0].source_title, "Page 1");
}

TEST_P(LinksTest, ALinkThatComesBackIsOpenAgainAndAsOldAsItWas) {
  const auto repository = open();
  ASSERT_TRUE(repository->crawl().apply(small_web()));
  ASSERT_TRUE(repository->crawl().apply(an_hour_later()));
  Batch batch = small_web();
  batch.new_urls.clear();
  batch.pages.resize(1);
  batch.pages[0].fetched_at += std::chrono::hours(2);
  ASSERT_TRUE(repository->crawl().apply(batch));
  const auto links = repository->links().out_links(1).value();
  ASSERT_EQ(links.size(), 3u);
  for (const LinkRecord& link : links)
    EXPECT_EQ(link.first_seen, page(1, 1).fetched_at) << link.link.anchor;
  const auto closed = repository->links().closed_out_links(1).value();
  ASSERT_EQ(closed.size(), 1u);
  EXPECT_EQ(closed[0].link.anchor, "the third");
}

TEST_P(LinksTest, AnAnnotatorComesWithItsAuthorityAndAFragmentAsItWasWritten) {
  const auto repository = open();
  Batch batch = small_web();
  batch.links[0].link.fragment = "<b>two</b>";
  ASSERT_TRUE(repository->crawl().apply(batch));
  EXPECT_EQ(repository->links().in_links(2)->at(0).source_authority, std::nullopt);
  ASSERT_TRUE(repository->scores().put({{.page = 1, .hub = 0.5, .authority = 0.25}}));
  EXPECT_EQ(repository->links().in_links(2)->at(0).source_authority, 0.25);
  EXPECT_EQ(repository->links().in_links(2)->at(0).link.fragment, "<b>two</b>");
  EXPECT_EQ(repository->links().out_links(1)->at(0).link.fragment, "<b>two</b>");
}

TEST_P(LinksTest, ALinkKeepsItsPlaceWhenItIsClosed) {
  const auto repository = open();
  Batch batch = small_web();
  batch.links[0].link.place = LinkPlace::kBoilerplate;
  ASSERT_TRUE(repository->crawl().apply(batch));
  const LinkRecord first = repository->links().out_links(1)->at(0);
  EXPECT_EQ(first.link.place, LinkPlace::kBoilerplate);
  EXPECT_EQ(repository->links().out_links(1)->at(1).link.place, LinkPlace::kUnknown);
  std::erase_if(batch.links, [](const LinkRecord& link) { return link.source == 1; });
  batch.new_urls.clear();
  batch.pages.resize(1);
  batch.pages[0].fetched_at += std::chrono::hours(2);
  ASSERT_TRUE(repository->crawl().apply(batch));
  const auto closed = repository->links().closed_out_links(1).value();
  ASSERT_FALSE(closed.empty());
  EXPECT_EQ(closed[0].link.anchor, first.link.anchor);
  EXPECT_EQ(closed[0].link.place, LinkPlace::kBoilerplate);
  EXPECT_EQ(closed[0].first_seen, first.first_seen);
}

INSTANTIATE_TEST_SUITE_P(Stores, LinksTest, all_stores(), name_of_store);

}  // namespace
}  // namespace porthole::repository
