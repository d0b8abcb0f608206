#include "gatherer/strategies/distillation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gatherer/strategies/crawl_snapshot.h"
#include "repository/repository.h"
#include "tests/support/temp_dir.h"

namespace porthole::gatherer {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::IsEmpty;

auto near(double value) { return DoubleNear(value, 1e-5); }

/// The web of DistillerTest.WeighsVotesByTheRelevanceOfBothEnds under ids of its own: page 7 is its
/// 0, 30 its 1, 4 its 2, 90 its 3; nine more without links. Hubs 7 and 30 and authorities 4 and 90
/// have 2/3 and 1/3 each.
CrawlSnapshot small_web() {
  CrawlSnapshot web;
  web.add_page(7, 700, Relevance(0.4));
  web.add_page(30, 300, Relevance(0.3));
  web.add_page(4, 400, Relevance(1));
  web.add_page(90, 900, Relevance(0.75));
  for (UrlId other = 101; other < 110; ++other) {
    web.add_page(other, static_cast<std::uint32_t>(other), Relevance(0));
  }
  web.add_link(7, 4);
  web.add_link(7, 90);
  web.add_link(30, 4);
  return web;
}

TEST(DistillationTest, GivesEachPageTheScoresOfItsNumber) {
  const DistilledCrawl found = distill(small_web());
  EXPECT_THAT(found.hub(7), near(2.0 / 3));
  EXPECT_THAT(found.hub(30), near(1.0 / 3));
  EXPECT_THAT(found.authority(4), near(2.0 / 3));
  EXPECT_THAT(found.authority(90), near(1.0 / 3));
  EXPECT_EQ(found.hub(4), 0);
  EXPECT_EQ(found.authority(101), 0);
  EXPECT_EQ(found.hub(12345), 0);
  EXPECT_EQ(found.figures().pages, 13u);
  EXPECT_EQ(found.figures().citations, 3u);
  EXPECT_EQ(found.figures().candidates, 2u);
  EXPECT_TRUE(found.figures().converged);
}

TEST(DistillationTest, ListsTheBestFirstAndNoneWithoutAScore) {
  const DistilledCrawl found = distill(small_web());
  const auto page = [](UrlId id) { return Field(&ScoreRecord::page, id); };
  EXPECT_THAT(found.top_hubs(10), ElementsAre(page(7), page(30)));
  EXPECT_THAT(found.top_hubs(1), ElementsAre(page(7)));
  EXPECT_THAT(found.top_authorities(10), ElementsAre(page(4), page(90)));
  EXPECT_THAT(found.scores(), ElementsAre(page(4), page(7), page(30), page(90)));
}

TEST(DistillationTest, TheQuantilesOfHubsAreThoseOfPagesThatAreHubs) {
  const DistilledCrawl found = distill(small_web());
  EXPECT_EQ(found.hub_quantile(0), found.hub(30));
  EXPECT_EQ(found.hub_quantile(1), found.hub(7));
  EXPECT_EQ(distill(CrawlSnapshot()).hub_quantile(0.9), 0);
}

TEST(DistillationTest, LinksFromOrToPagesThatTheSnapshotLacksDoNotCount) {
  CrawlSnapshot web = small_web();
  web.add_link(30, 5);        // never added, among the ids
  web.add_link(30, 4000000);  // beyond them
  web.add_link(5, 90);
  const DistilledCrawl found = distill(std::move(web));
  EXPECT_EQ(found.figures().citations, 3u);
  EXPECT_EQ(found.scores(), distill(small_web()).scores());
}

TEST(DistillationTest, BesideTheCrawlGivesTheSameBitForBit) {
  BackgroundDistiller beside;
  EXPECT_FALSE(beside.is_busy());
  beside.start(small_web());
  EXPECT_TRUE(beside.is_busy());
  const DistilledCrawl found = beside.wait();
  EXPECT_FALSE(beside.is_busy());
  EXPECT_EQ(found.scores(), distill(small_web()).scores());
}

TEST(DistillationTest, TheNextSnapshotMayComeAfterTheScores) {
  BackgroundDistiller beside;
  for (int run = 0; run < 2; ++run) {
    beside.start(small_web());
    EXPECT_EQ(beside.wait().scores().size(), 4u);
    EXPECT_FALSE(beside.is_busy());
  }
}

TEST(DistillationTest, MayBeGivenUpWhileItRuns) {
  BackgroundDistiller beside;
  beside.start(small_web());
}

class SnapshotOfRepositoryTest : public ::testing::Test {
 protected:
  repository::UrlRecord& url(UrlId id, const std::string& site, repository::UrlState state) {
    repository::UrlRecord record;
    record.id = id;
    record.key = record.href = "https://" + site + "/" + std::to_string(id);
    record.host = record.site = site;
    record.state = state;
    return batch_.new_urls.emplace_back(std::move(record));
  }
  repository::PageRecord& page(UrlId id, const std::string& site, double relevance) {
    url(id, site, repository::UrlState::kFetched);
    repository::PageRecord record;
    record.id = record.order = id;
    record.relevance = Relevance(relevance);
    return batch_.pages.emplace_back(std::move(record));
  }
  void link(UrlId source, UrlId target) {
    repository::LinkRecord record;
    record.source = source;
    record.target = target;
    record.position = static_cast<std::uint32_t>(batch_.links.size());
    batch_.links.push_back(std::move(record));
  }
  /// Writes what was given and reads it as a snapshot.
  CrawlSnapshot snapshot() {
    auto repository =
        repository::open_sqlite(folder_ / "repository.db", repository::Access::kWrite);
    EXPECT_TRUE((*repository)->crawl().apply(batch_));
    auto taken = snapshot_of(**repository);
    EXPECT_TRUE(taken);
    return std::move(*taken);
  }

  testing::TempDir folder_;
  repository::Batch batch_;
};

TEST_F(SnapshotOfRepositoryTest, HasTheFetchedPagesWithTheirSitesAndRelevance) {
  page(1, "a.org", 0.5);
  page(2, "b.org", 0.75);
  page(3, "a.org", 1);
  url(4, "c.org", repository::UrlState::kQueued);
  link(1, 2);
  link(2, 4);
  const auto [input, pages] = number_pages(snapshot());
  EXPECT_THAT(pages, ElementsAre(1, 2, 3));
  EXPECT_THAT(input.relevance, ElementsAre(0.5, 0.75, 1));
  EXPECT_THAT(input.sites, ElementsAre(0, 1, 0));
  ASSERT_EQ(input.citations.size(), 1u);
  EXPECT_EQ(input.citations[0].source, 0u);
  EXPECT_EQ(input.citations[0].target, 1u);
}

TEST_F(SnapshotOfRepositoryTest, WhatLeadsToAnAliasOrACopyLeadsToThePage) {
  page(1, "a.org", 1);
  page(2, "b.org", 1);
  page(3, "b.org", 1).duplicate_of = 2;
  url(4, "b.org", repository::UrlState::kAlias).alias_of = 3;
  link(1, 4);
  link(3, 1);  // a copy does not speak
  const auto [input, pages] = number_pages(snapshot());
  EXPECT_THAT(pages, ElementsAre(1, 2));
  ASSERT_EQ(input.citations.size(), 1u);
  EXPECT_EQ(input.citations[0].target, 1u);
}

TEST_F(SnapshotOfRepositoryTest, AliasesThatLeadInACircleLeadNowhere) {
  page(1, "a.org", 1);
  url(2, "b.org", repository::UrlState::kAlias).alias_of = 3;
  url(3, "b.org", repository::UrlState::kAlias).alias_of = 2;
  link(1, 2);
  EXPECT_THAT(number_pages(snapshot()).first.citations, IsEmpty());
}

}  // namespace
}  // namespace porthole::gatherer
