#include "labs/laboratory/cluster_simulation.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace porthole::labs {
namespace {

ClusterDials one_gatherer() {
  ClusterDials dials;
  dials.gatherers = 1;
  dials.cores = 1;
  dials.fetched = 1000;
  return dials;
}

// 500 pages of one site: one each 1 s + 5 s.
TEST(ClusterSimulationTest, AHostIsAskedOnceInItsDelay) {
  ClusterDials dials = one_gatherer();
  dials.pages = 500;
  dials.sites = 1;
  dials.between_sites = 0;
  dials.answer = 1;
  const ClusterReport report = ClusterSimulation(dials).run();
  EXPECT_EQ(report.lines.back().fetched, 500U);
  EXPECT_NEAR(report.lines.back().rate, 1.0 / 6, .001);
  EXPECT_EQ(report.lines.back().hosts, 0U);
}

// 2 processors parse a page in 0.1 s: 20 pages a second, whatever the hosts would bear.
TEST(ClusterSimulationTest, TheProcessorsOfAGathererLimitIt) {
  ClusterDials dials = one_gatherer();
  dials.cores = 2;
  dials.parse = .1;
  dials.delay = .01;
  dials.answer = .01;
  dials.fetched = 20'000;
  const ClusterLine end = ClusterSimulation(dials).run().lines.back();
  EXPECT_NEAR(end.rate, 20, .5);
  EXPECT_GT(end.parsing, .95);
}

// A page is written in 0.02 s: 50 a second, by however many gatherers.
TEST(ClusterSimulationTest, TheServerLimitsAllTogether) {
  ClusterDials dials = one_gatherer();
  dials.gatherers = 4;
  dials.parse = .001;
  dials.delay = .01;
  dials.answer = .01;
  dials.write = .02;
  dials.fetched = 20'000;
  const ClusterLine end = ClusterSimulation(dials).run().lines.back();
  EXPECT_NEAR(end.rate, 50, 1);
  EXPECT_GT(end.writing, .95);
}

// Three quarters of the links lead to another of four gatherers when sites are drawn at random.
TEST(ClusterSimulationTest, LinksBetweenSitesLeadToTheOthersInProportion) {
  ClusterDials dials;
  dials.between_sites = 1;
  dials.flatness = 10'000;
  dials.fetched = 5'000;
  const ClusterLine end = ClusterSimulation(dials).run().lines.back();
  EXPECT_NEAR(end.elsewhere, .75, .02);
  EXPECT_NEAR(end.imbalance, 1, .15);
}

// Each of three reads the pages, 30 a second in the 30 s after the death among them, and a third of
// the other URLs.
TEST(ClusterSimulationTest, ADeathCostsTheLeaseAndTheTimeInWhichTheOthersReadTheRepository) {
  ClusterDials dials;
  dials.pages = 200'000;
  dials.links = 20;
  dials.parse = .2;
  dials.load = 3e-4;
  dials.death_at = 100'000;
  const ClusterReport report = ClusterSimulation(dials).run();
  const auto at_death = std::ranges::find_if(
      report.lines, [](const ClusterLine& line) { return line.known >= 100'000; });
  ASSERT_NE(at_death, report.lines.end());
  const auto fetched = static_cast<double>(at_death->fetched);
  const double pages = fetched + 900;
  const double known = 100'000 * pages / fetched;
  EXPECT_NEAR(report.death.paused, dials.load * ((known - pages) / 3 + pages), 1.5);
  EXPECT_NEAR(report.death.unasked, 30 + report.death.paused, 1e-6);
  EXPECT_GT(report.death.lost, 0U);
  EXPECT_LE(report.death.lost, std::uint64_t(64 + 128));
  EXPECT_EQ(report.lines.back().hosts, 0U) << "the others finish what was left";
}

TEST(ClusterSimulationTest, TheSameDialsGiveTheSameCrawl) {
  ClusterDials dials;
  dials.fetched = 2'000;
  EXPECT_EQ(ClusterSimulation(dials).run().lines.back().time,
            ClusterSimulation(dials).run().lines.back().time);
}

}  // namespace
}  // namespace porthole::labs
