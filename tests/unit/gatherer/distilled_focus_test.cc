#include "gatherer/strategies/distilled_focus.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "gatherer/strategies/crawl_snapshot.h"
#include "gatherer/strategies/distillation.h"
#include "repository/repository.h"
#include "tests/support/strategy_driver.h"
#include "tests/support/temp_dir.h"

namespace porthole::gatherer {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::IsEmpty;

/// Ten pages, each on a site of its own. Only page 3 (R = 1) is relevant enough to be an authority:
/// one
/// page of ten is in the range of 10 to 20 per cent. Pages 1, 2 and 5 cite it, so a(3) = 1 and h(u)
/// = R(u) a(3), scaled: 0.9, 0.6 and 0.1 of 1.6, that is 0.5625, 0.375 and 0.0625.
class DistilledFocusTest : public ::testing::Test {
 protected:
  explicit DistilledFocusTest(double percentile = 0.9, HubRaise raise = HubRaise::kLift)
      : strategy_({.every = 10, .percentile = percentile, .lift = 0.5, .raise = raise}) {
    for (UrlId url = 1; url < 100; ++url) driver_.put_on_site(url, static_cast<SiteId>(url));
  }
  void read_ten_pages() {
    const double relevance[] = {0.9, 0.6, 1.0, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1};
    for (UrlId page = 1; page <= 10; ++page) driver_.fetch(page, relevance[page - 1]);
    for (const UrlId hub : {1, 2, 5}) driver_.link(hub, 3);
    driver_.put_on_site(60, 1);
    driver_.link(1, 50);
    driver_.link(2, 51);
    driver_.link(1, 52);
    driver_.link(2, 52);
    driver_.link(4, 53);
    driver_.link(1, 60);
  }
  std::vector<UrlId> raised() { return driver_.raised(); }
  /// The scores of what was started at ten pages are taken up at eleven.
  std::vector<UrlId> distil() {
    raised();
    driver_.fetch(11, 0.1);
    return raised();
  }
  double rate(UrlId target) const { return driver_.rate(target); }

  DistilledFocus strategy_;
  test::StrategyDriver driver_{strategy_};
};

/// psi is the least of the three scores: 1 and 2 are great hubs.
class ManyHubsTest : public DistilledFocusTest {
 protected:
  ManyHubsTest() : DistilledFocusTest(0.4) {}
};

TEST_F(DistilledFocusTest, IsSoftFocusUntilThereAreScores) {
  read_ten_pages();
  EXPECT_DOUBLE_EQ(rate(50), 0.9);
  EXPECT_DOUBLE_EQ(rate(51), 0.6);
  EXPECT_DOUBLE_EQ(rate(53), 0.1);
}

// psi = 0.375, the second of three: page 1 alone is above. 1 - (1 - 0.9) * 0.5 = 0.95.
TEST_F(DistilledFocusTest, RaisesWhatATopHubCites) {
  read_ten_pages();
  EXPECT_EQ(distil(), (std::vector<UrlId>{3, 50, 52}));
  EXPECT_NEAR(rate(50), 0.95, 1e-12);
  EXPECT_NEAR(rate(52), 0.95, 1e-12);
  EXPECT_DOUBLE_EQ(rate(51), 0.6);
  EXPECT_DOUBLE_EQ(rate(53), 0.1);
}

// 52 is cited by two sites: 1 - 0.1 * 0.25 = 0.975; 51 by one: 1 - 0.4 * 0.5 = 0.8.
TEST_F(ManyHubsTest, RaisesMoreWhatMoreSitesOfHubsCite) {
  read_ten_pages();
  distil();
  EXPECT_NEAR(rate(52), 0.975, 1e-12);
  EXPECT_NEAR(rate(51), 0.8, 1e-12);
}

/// The same, and hubs decide between equal URLs, or before all else.
class TiesTest : public DistilledFocusTest {
 protected:
  TiesTest() : DistilledFocusTest(0.4, HubRaise::kTies) {}
};
class FirstTest : public DistilledFocusTest {
 protected:
  FirstTest() : DistilledFocusTest(0.4, HubRaise::kFirst) {}
};

// 50 and 52 have R = 0.9 of page 1, 60 as well and no hub: 0.9 + 10^-6 (1/2, 2/3, 0). 51 has 0.6.
TEST_F(TiesTest, HubsDecideBetweenEqualUrlsAlone) {
  read_ten_pages();
  distil();
  EXPECT_NEAR(rate(50) - 0.9, 0.5e-6, 1e-12);
  EXPECT_NEAR(rate(52) - 0.9, 1e-6 * 2 / 3, 1e-12);
  EXPECT_DOUBLE_EQ(rate(60), 0.9);
  EXPECT_NEAR(rate(51) - 0.6, 0.5e-6, 1e-12);
}

TEST_F(FirstTest, WhatGoodHubsCiteComesBeforeAllElse) {
  read_ten_pages();
  distil();
  EXPECT_NEAR(rate(52), 4.9, 1e-12) << "two sites of hubs, R = 0.9";
  EXPECT_NEAR(rate(50), 2.9, 1e-12);
  EXPECT_NEAR(rate(51), 2.6, 1e-12);
  EXPECT_DOUBLE_EQ(rate(60), 0.9);
  EXPECT_GT(strategy_.rate(80, 0, true).priority, rate(52)) << "a seed";
}

TEST_F(DistilledFocusTest, RaisesNothingOfTheHubsOwnSite) {
  read_ten_pages();
  distil();
  EXPECT_DOUBLE_EQ(rate(60), 0.9);
}

// The only hub is no better than the quantile of hub scores, which is its own.
TEST_F(DistilledFocusTest, RaisesWhatTheOnlyHubCites) {
  for (UrlId page = 1; page <= 10; ++page) driver_.fetch(page, page == 3 ? 1 : 0.2);
  driver_.link(1, 3);
  driver_.link(1, 50);
  distil();
  EXPECT_NEAR(rate(50), 0.6, 1e-12) << "1 - 0.8 * 0.5";
}

// Pages with a score: hubs 1, 2 and 5, the authority 3.
TEST_F(DistilledFocusTest, HandsOutTheScoresOfEachSnapshotOnce) {
  read_ten_pages();
  EXPECT_FALSE(strategy_.take_scores());
  distil();
  const auto scores = strategy_.take_scores();
  ASSERT_TRUE(scores);
  ASSERT_EQ(scores->size(), 4u);
  EXPECT_NEAR(scores->at(0).hub, 0.5625, 1e-6);
  EXPECT_EQ(scores->at(2).page, 3);
  EXPECT_NEAR(scores->at(2).authority, 1, 1e-6);
  EXPECT_FALSE(strategy_.take_scores());
}

TEST_F(DistilledFocusTest, PassesARaiseOnToTheTargetOfAnAlias) {
  read_ten_pages();
  distil();
  strategy_.merge(50, 51);
  EXPECT_NEAR(rate(51), 0.95, 1e-12);
  EXPECT_EQ(rate(50), 0);
}

TEST_F(DistilledFocusTest, SaysThatHubsRaiseIt) {
  read_ten_pages();
  distil();
  std::vector<Reason> reasons;
  strategy_.explain(50, reasons);
  ASSERT_EQ(reasons.size(), 2u);
  EXPECT_DOUBLE_EQ(reasons[0].weight, 0.9);
  EXPECT_EQ(reasons[1].what, "number of sites with a good hub that links to it");
  EXPECT_EQ(reasons[1].weight, 1);
}

// Pages of an earlier run have no document; their scores are there before the first choice.
TEST_F(DistilledFocusTest, DistilsAtOnceWhenACrawlGoesOn) {
  Judgement judgement;
  const auto page = [&](UrlId id, double relevance) {
    judgement.relevance = Relevance(relevance);
    return JudgedPage{.id = id, .site = static_cast<SiteId>(id), .judgement = judgement};
  };
  const double relevance[] = {0.9, 0.6, 1.0, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1};
  for (UrlId id = 1; id <= 10; ++id) strategy_.page_judged(page(id, relevance[id - 1]));
  const Link link = test::StrategyDriver::saying("");
  const auto cite = [&](UrlId source, UrlId target, bool open) {
    const JudgedPage judged = page(source, relevance[source - 1]);
    strategy_.link_read({.source = judged,
                         .target = target,
                         .target_site = static_cast<SiteId>(target),
                         .target_open = open,
                         .link = link});
  };
  for (const UrlId hub : {1, 2, 5}) cite(hub, 3, false);
  cite(1, 50, true);
  const std::vector<UrlId> up = raised();
  EXPECT_TRUE(std::count(up.begin(), up.end(), 50));
  EXPECT_NEAR(rate(50), 0.95, 1e-12);
}

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
