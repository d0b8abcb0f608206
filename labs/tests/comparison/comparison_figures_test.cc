#include "labs/comparison/comparison_figures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cctype>
#include <cmath>
#include <limits>

#include "labs/comparison/harvest.h"

namespace porthole::labs {
namespace {

using ::testing::DoubleEq;
using ::testing::ElementsAre;

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// A page for each letter, on the site and server of that letter; capitals are relevant, and one
/// after a "!" is a seed.
ComparedRun run(const std::string& strategy, int number, const std::string& letters) {
  ComparedRun out;
  out.strategy = strategy;
  out.run = number;
  out.seeds = {"http://s/"};
  out.stop_reason = "budget";
  bool seed = false;
  for (const char c : letters) {
    if (c == '!') {
      seed = true;
      continue;
    }
    ComparedPage page;
    page.name = page.server = page.site = std::string(1, static_cast<char>(std::tolower(c)));
    page.seed = std::exchange(seed, false);
    page.opinion.relevant = std::isupper(c) != 0;
    page.opinion.relevance = page.opinion.relevant ? 1 : 0;
    page.own_relevance = 0.25;
    out.pages.push_back(page);
  }
  return out;
}

Figures figures(std::vector<ComparedRun> runs, std::int64_t pages,
                const std::vector<std::string>& strategies = {"rw"}) {
  Comparison comparison;
  comparison.runs = std::move(runs);
  return figures_of(comparison, strategies, pages);
}

// 1, 2, 6: mean 3, deviations -2, -1, 3, their squares 4 + 1 + 9 = 14, 14 / 2 = 7.
TEST(SpreadTest, HasMeanRangeAndTheDeviationOfASample) {
  const Spread spread = spread_of({1, 2, 6, kNone});
  EXPECT_EQ(spread.n, 3u);
  EXPECT_DOUBLE_EQ(spread.mean, 3);
  EXPECT_DOUBLE_EQ(spread.least, 1);
  EXPECT_DOUBLE_EQ(spread.most, 6);
  EXPECT_DOUBLE_EQ(spread.deviation, std::sqrt(7.0));
}

TEST(SpreadTest, OfNothingIsNoNumber) {
  EXPECT_TRUE(std::isnan(spread_of({}).mean));
  EXPECT_EQ(spread_of({}).n, 0u);
  EXPECT_EQ(spread_of({4}).deviation, 0);
}

TEST(ComparisonFiguresTest, SamplesAtEachHundredthOfTheBudget) {
  const Figures large = figures({}, 3000);
  ASSERT_EQ(large.grid.size(), 100u);
  EXPECT_EQ(large.grid.front(), 30u);
  EXPECT_EQ(large.grid.back(), 3000u);
  EXPECT_THAT(figures({}, 3).grid, ElementsAre(1, 2, 3));
}

TEST(ComparisonFiguresTest, HarvestStaysLevelAfterTheLastPage) {
  const RunFigures found = figures({run("rw", 0, "!aBC")}, 5).runs[0];
  EXPECT_THAT(found.found, ElementsAre(0, 1, 2, 2, 2));
  EXPECT_THAT(found.found_sites, ElementsAre(0, 1, 2, 2, 2));
  EXPECT_DOUBLE_EQ(found.area, (0 + 1 + 2 + 2 + 2) / 5.0);
}

// The last hundred pages of 101: all but the first. 100 relevant of 101, the first is not: 100 /
// 100.
TEST(ComparisonFiguresTest, AveragesRelevanceOverTheLastHundredPages) {
  const RunFigures average = figures({run("rw", 0, "a" + std::string(100, 'B'))}, 102).runs[0];
  EXPECT_DOUBLE_EQ(average.moving_average[0], 0.5) << "after 2 pages: (0 + 1) / 2";
  EXPECT_DOUBLE_EQ(average.moving_average[98], 1) << "after 101 pages";
  EXPECT_TRUE(std::isnan(average.moving_average.back())) << "the run ended after 101 pages";
}

TEST(ComparisonFiguresTest, DistributesPagesByRelevance) {
  const RunFigures found = figures({run("rw", 0, "aBcd")}, 4).runs[0];
  EXPECT_DOUBLE_EQ(found.distribution[0], 0.75);
  EXPECT_DOUBLE_EQ(found.distribution[9], 0.25) << "a relevance of 1 is in the last bin";
  EXPECT_DOUBLE_EQ(found.own_distribution[2], 1);
}

// The best run finds B, C, D, E beside the seed, so half is 2. rw: b no, B yes, c no, C yes: 2 of
// 4. sh never finds two: 1 of its 2 pages beside the seed.
TEST(ComparisonFiguresTest, MeasuresPrecisionUntilHalfOfWhatTheBestStrategyFound) {
  const Figures found =
      figures({run("best", 0, "!ABCDE"), run("rw", 0, "!AbBcCd"), run("sh", 0, "!AxB")}, 10,
              {"best", "rw", "sh"});
  EXPECT_EQ(found.runs[0].half, 2u);
  EXPECT_DOUBLE_EQ(found.runs[0].precision_to_half, 1);
  EXPECT_DOUBLE_EQ(found.runs[1].precision_to_half, 0.5);
  EXPECT_TRUE(found.runs[1].reached_half);
  EXPECT_DOUBLE_EQ(found.runs[2].precision_to_half, 0.5);
  EXPECT_FALSE(found.runs[2].reached_half);
}

// Run 1 finds B and C of A..E; run 2 fetches x, B (relevant or not does not matter to coverage), d.
TEST(ComparisonFiguresTest, CoversTheRelevantPagesOfTheReference) {
  const Figures found = figures({run("rw", 1, "aBC"), run("rw", 2, "xbD")}, 4);
  ASSERT_EQ(found.coverage.size(), 2u);
  const CoverageFigures& first = found.coverage[0];
  EXPECT_EQ(first.reference, 1);
  EXPECT_EQ(first.test, 2);
  EXPECT_EQ(first.relevant_urls, 2u);
  EXPECT_THAT(first.urls, ElementsAre(0, 0.5, 0.5, 0.5));
  EXPECT_THAT(first.servers, ElementsAre(0, 0.5, 0.5, 0.5));
  EXPECT_THAT(found.coverage[1].urls, ElementsAre(0, 0, 0, 0)) << "D is not in run 1";
  EXPECT_EQ(found.strategies[0].coverage_urls.n, 2u);
  EXPECT_DOUBLE_EQ(found.strategies[0].coverage_urls.mean, 0.25);
}

// Pages a, b, c and x, b, d: one of five is common, and one of the three of each. Relevant: {b, c}
// and {d}: none of three.
TEST(ComparisonFiguresTest, OverlapIsTheJaccardCoefficientAndTheShareOfThePaper) {
  const Figures found = figures({run("rw", 0, "abc"), run("rw", 1, "aBC"), run("rw", 2, "xbD")}, 4);
  ASSERT_EQ(found.overlap.size(), 1u);
  EXPECT_DOUBLE_EQ(found.overlap[0].pages.jaccard, 0.2);
  EXPECT_DOUBLE_EQ(found.overlap[0].pages.share, 1.0 / 3);
  EXPECT_DOUBLE_EQ(found.overlap[0].relevant_pages.jaccard, 0);
  EXPECT_DOUBLE_EQ(found.strategies[0].shared_pages.mean, 1.0 / 3);
  EXPECT_DOUBLE_EQ(found.strategies[0].overlap_pages.mean, 0.2);
}

// {b, c, d, e} and {b}: a quarter of the one, all of the other.
TEST(ComparisonFiguresTest, TheShareOfCrawlsOfDifferentSizeIsTheMeanOfBoth) {
  const Figures found = figures({run("rw", 1, "bcde"), run("rw", 2, "b")}, 4);
  EXPECT_DOUBLE_EQ(found.overlap[0].servers.share, (0.25 + 1) / 2);
  EXPECT_TRUE(std::isnan(found.overlap[0].relevant_pages.share)) << "neither found a relevant page";
}

// The reference of run 2 has nothing relevant, so only one pair has a coverage.
TEST(ComparisonFiguresTest, CountsOnlyPairsWhoseReferenceHasSomethingToCover) {
  const Figures found = figures({run("rw", 1, "aB"), run("rw", 2, "xb")}, 2);
  EXPECT_EQ(found.coverage.size(), 2u);
  EXPECT_EQ(found.strategies[0].covered_urls.n, 1u);
  EXPECT_EQ(found.strategies[0].coverage_urls.n, 1u);
  EXPECT_THAT(found.strategies[0].covered_urls.mean, ElementsAre(0, 1));
}

TEST(ComparisonFiguresTest, PairsRunsOfOneStrategyAndRepeatOnly) {
  EXPECT_TRUE(figures({run("rw", 0, "a"), run("rw", 1, "a")}, 1).coverage.empty());
  EXPECT_TRUE(figures({run("rw", 2, "a"), run("rw", 3, "a")}, 1).coverage.empty())
      << "of repeats 1 and 2";
  EXPECT_TRUE(figures({run("rw", 1, "a"), run("sh", 2, "a")}, 1, {"rw", "sh"}).coverage.empty());
}

TEST(ComparisonFiguresTest, BandsGoOverTheRunsOfAStrategy) {
  const Figures found = figures({run("rw", 0, "AB"), run("rw", 1, "aB")}, 2);
  EXPECT_THAT(found.strategies[0].found.mean, ElementsAre(0.5, 1.5));
  EXPECT_THAT(found.strategies[0].found.least, ElementsAre(0, 1));
  EXPECT_THAT(found.strategies[0].found.most, ElementsAre(1, 2));
  EXPECT_EQ(found.strategies[0].stop_reasons[0],
            (std::pair<std::string, std::size_t>("budget", 2)));
}

TEST(ComparisonFiguresTest, CountsAuthoritiesByDistance) {
  ComparedRun one = run("rw", 0, "a");
  one.authority_distances = {0, 2, 2, 99, kUnreached};
  const RunFigures found = figures({one}, 1).runs[0];
  EXPECT_EQ(found.authorities, 5u);
  EXPECT_EQ(found.unreached, 1u);
  EXPECT_EQ(found.distances[0], 1u);
  EXPECT_EQ(found.distances[2], 2u);
  EXPECT_EQ(found.distances[kMostDistance], 1u);
  EXPECT_DOUBLE_EQ(figures({one}, 1).strategies[0].median_distance.mean, 2);
}

TEST(ComparisonFiguresTest, CountsTheLinksOfAPageOnceOverAllRuns) {
  ComparedRun one = run("rw", 0, "ab");
  const auto anchor = static_cast<std::size_t>(LinkMetadata::kAnchor);
  one.pages[0].links.links = 4;
  one.pages[0].links.with[anchor] = 3;
  ComparedRun two = one;
  two.run = 1;
  const LinkMetadataFigures found = figures({one, two}, 2).link_metadata;
  EXPECT_EQ(found.pages, 1u) << "b has no link";
  EXPECT_EQ(found.links, 4u);
  EXPECT_EQ(found.links_with[anchor], 3u);
  EXPECT_EQ(found.pages_with[anchor], 1u);
}

TEST(SeedPartsTest, HalvesAreDisjointAndTogetherAll) {
  std::vector<collection::Seed> seeds;
  for (int i = 0; i < 5; ++i) seeds.push_back({"http://s" + std::to_string(i) + ".org/", "", 0});
  seeds.push_back({"https://s0.org/", "", 0});  // the twin of the first
  const auto parts = draw_seed_parts(seeds, 3, 7);
  ASSERT_EQ(parts.size(), 7u);
  EXPECT_EQ(parts[0].seeds.size(), 5u);
  for (std::size_t i = 1; i < parts.size(); i += 2) {
    EXPECT_EQ(parts[i].run, static_cast<int>(i));
    std::vector<std::string> all;
    for (const auto& seed : parts[i].seeds) all.push_back(seed.url);
    for (const auto& seed : parts[i + 1].seeds) all.push_back(seed.url);
    EXPECT_EQ(parts[i].seeds.size(), 3u);
    EXPECT_THAT(
        all, ::testing::UnorderedElementsAre("http://s0.org/", "http://s1.org/", "http://s2.org/",
                                             "http://s3.org/", "http://s4.org/"));
  }
}

TEST(SeedPartsTest, TheSameRandomSeedDrawsTheSameHalves) {
  std::vector<collection::Seed> seeds;
  for (int i = 0; i < 20; ++i) seeds.push_back({"http://s" + std::to_string(i) + ".org/", "", 0});
  const auto urls = [&](std::uint64_t random_seed) {
    std::vector<std::string> all;
    const std::vector<SeedPart> parts = draw_seed_parts(seeds, 1, random_seed);
    for (const auto& seed : parts[1].seeds) all.push_back(seed.url);
    return all;
  };
  EXPECT_EQ(urls(3), urls(3));
  EXPECT_NE(urls(3), urls(4));
}

TEST(SeedPartsTest, OneSeedHasNoHalves) {
  EXPECT_EQ(draw_seed_parts({{"http://a.org/", "", 0}}, 3, 1).size(), 1u);
}

/// Pages a..h; those whose letter is in `on_topic` are, site by site; "s" begins the seeds.
Harvest harvest(const std::vector<std::string>& urls, const std::string& on_topic) {
  std::vector<CrawledPage> pages;
  for (const std::string& url : urls) {
    CrawledPage page;
    page.url = url;
    page.seed = url[0] == 's';
    pages.push_back(page);
  }
  std::string seen;
  return harvest_of(pages, [&](const std::string& url) {
    const char name = url.back();
    const bool again = seen.find(name) != std::string::npos;
    seen += name;
    return Label{on_topic.find(name) != std::string::npos, again,
                 std::string(1, static_cast<char>('0' + name % 2))};
  });
}

TEST(HarvestTest, CountsPagesAndSitesOnTopicInOrder) {
  const Harvest h = harvest({"sa", "b", "c", "d", "e"}, "ace");
  EXPECT_EQ(h.pages, 5u);
  EXPECT_EQ(h.found_at, (std::vector<std::size_t>{1, 3, 5}));
  EXPECT_EQ(h.site_at, (std::vector<std::size_t>{1}));
  EXPECT_EQ(h.found(0), 0u);
  EXPECT_EQ(h.found(3), 2u);
  EXPECT_EQ(h.found(100), 3u);
}

TEST(HarvestTest, CountsAPageUnderTwoSpellingsOnce) {
  const Harvest h = harvest({"sa", "b", "xb", "c"}, "bc");
  EXPECT_EQ(h.pages, 3u);
  EXPECT_EQ(h.found_at, (std::vector<std::size_t>{2, 3}));
}

// found(n) = 1 1 2 2 3 3 for n = 1..6: mean 12 / 6.
TEST(HarvestTest, TakesTheMeanOfTheCurveAsItsArea) {
  EXPECT_DOUBLE_EQ(harvest({"sa", "b", "c", "d", "e"}, "ace").area(6), 2);
}

// Beside the seed: b no, c yes, d no, e yes. Until the first find 1 of 2, until the second 2 of 4.
TEST(HarvestTest, LeavesSeedsOutOfItsPrecision) {
  const Harvest h = harvest({"sa", "b", "c", "d", "e"}, "ace");
  EXPECT_DOUBLE_EQ(h.precision_until(1), 0.5);
  EXPECT_DOUBLE_EQ(h.precision_until(2), 0.5);
  EXPECT_DOUBLE_EQ(h.precision_until(9), 0.5) << "never found: the whole crawl counts";
  EXPECT_DOUBLE_EQ(harvest({"sa"}, "a").precision_until(1), 0);
}

/// A page for each letter; capitals are relevant. Page i cites the pages at the places cites[i].
ComparedRun run(const std::string& letters, const std::vector<std::vector<std::uint32_t>>& cites) {
  ComparedRun out;
  for (std::size_t i = 0; i < letters.size(); ++i) {
    ComparedPage page;
    page.name = std::string(1, static_cast<char>(std::tolower(letters[i])));
    page.opinion.relevant = std::isupper(letters[i]) != 0;
    page.cites = cites[i];
    out.pages.push_back(page);
  }
  return out;
}

// Relevant A, B, C; others x, y. A -> B, A -> x, x -> C, x -> y, y -> x: the shares e are
//   from relevant: to relevant 1/5, to others 1/5; from others: to relevant 1/5, to others 2/5,
// so sum e_ii = 3/5, a = (2/5, 3/5), b = (2/5, 3/5), sum a b = 4/25 + 9/25 = 13/25, and
// r = (15/25 - 13/25) / (12/25) = 1/6.
TEST(LinkStructureTest, CountsWhoLinksToRelevantPagesAndHowAssortative) {
  const LinkStructureFigures found =
      link_structure_of({run("ABCxy", {{1, 3}, {}, {}, {2, 4}, {3}})});
  EXPECT_EQ(found.pages, 5u);
  EXPECT_EQ(found.relevant, 3u);
  EXPECT_EQ(found.relevant_cited_by_relevant, 1u);
  EXPECT_EQ(found.relevant_cited_by_others, 1u);
  EXPECT_EQ(found.all_links(), 5u);
  EXPECT_NEAR(found.assortativity(), 1.0 / 6, 1e-12);
}

TEST(LinkStructureTest, CountsThePagesAndLinksOfAllRunsOnce) {
  const LinkStructureFigures found =
      link_structure_of({run("AB", {{1}, {}}), run("BAx", {{}, {0, 2}, {}})});
  EXPECT_EQ(found.pages, 3u);
  EXPECT_EQ(found.all_links(), 2u);
  EXPECT_EQ(found.links[1][1], 1u);
  EXPECT_EQ(found.links[1][0], 1u);
}

TEST(LinkStructureTest, SaysNoNumberWhereThereAreNoLinks) {
  const LinkStructureFigures found = link_structure_of({run("Ax", {{}, {}})});
  EXPECT_TRUE(std::isnan(found.assortativity()));
}

TEST(LinkStructureTest, SaysNoAssortativityOfOneKindAlone) {
  EXPECT_TRUE(std::isnan(link_structure_of({run("AB", {{1}, {}})}).assortativity()));
}

}  // namespace
}  // namespace porthole::labs
