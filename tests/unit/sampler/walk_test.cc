// Walks over webs of which everything is known.

#include "sampler/walk.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numeric>

#include "sampler/sample.h"
#include "sampler/statistics.h"
#include "tests/unit/sampler/synthetic_web.h"

namespace porthole::sampler {
namespace {

WalkRunOptions options_of(WalkKind kind, std::int64_t moves, std::vector<NodeId> starts,
                          std::uint64_t seed = 1) {
  WalkRunOptions options;
  options.walk.region.kind = kind;
  options.walk.region.random_seed = seed;
  options.walk.window = 0;
  options.moves = moves;
  options.starts = std::move(starts);
  return options;
}

std::string host_name(HostId host) { return "host " + std::to_string(host); }

bool is_refused_as_uniform(const std::vector<std::size_t>& counts) {
  return proportionality(counts, std::vector<std::size_t>(counts.size(), 1)).rejects();
}

/// Counts in how many of 100 seeded runs the thinned sample is uniform over the pages at the level
/// 0.05.
int uniform_runs(const SyntheticWeb& web, std::int64_t moves) {
  int passed = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    PageGraph graph;
    WalkRun run(graph, options_of(WalkKind::kHard, moves, {0, 17, 40, 63}, seed));
    web.walk(run, graph);
    const Sample sample = draw_sample(graph, run.walks(), host_name, seed);
    std::vector<std::size_t> counts(web.size());
    for (const NodeId page : sample.pages) ++counts[page];
    EXPECT_GE(sample.pages.size(), 5 * web.size()) << "too few for the test";
    if (!is_refused_as_uniform(counts)) ++passed;
  }
  return passed;
}

TEST(HardFocusTest, IsUniformInAtLeast90Of100RunsWhenEverybodyLinksEverybody) {
  EXPECT_GE(uniform_runs(two_halves(0.5, 1), 2500), 90);
}

TEST(HardFocusTest, IsUniformInAtLeast90Of100RunsWhenTwoHalvesLinkLess) {
  EXPECT_GE(uniform_runs(two_halves(0.9, 2), 6000), 90);
}

// Walks stay long on pages with few neighbours: pages of the sample that are too close in time are
// the same page again.
TEST(HardFocusTest, IsUniformInAtLeast90Of100RunsWhenSomePagesHaveFewNeighbours) {
  SyntheticWeb web;
  for (NodeId i = 0; i < 64; ++i) web.page({.host = i / 8});
  web.join_at_random(0, 48, 24, 3);
  for (NodeId i = 48; i < 64; ++i) {
    for (NodeId link = 0; link < 3; ++link) web.link(i, (7 * i + 13 * link) % 48);
  }
  EXPECT_GE(uniform_runs(web, 3000), 90);
}

// The same walk without self-loops visits pages in proportion to their degree.
TEST(HardFocusTest, WithoutSelfLoopsTheTestOfUniformityFails) {
  const SyntheticWeb web = two_halves(0.5, 1);
  PageGraph graph;
  WalkRun run(graph, options_of(WalkKind::kHard, 10'000, {0, 17, 40, 63}));
  web.walk(run, graph);
  std::vector<std::size_t> counts(web.size());
  for (const Walk& walk : run.walks()) {
    for (std::size_t i = 0; i < walk.visits().size(); i += 10) ++counts[walk.visits()[i].page];
  }
  EXPECT_TRUE(is_refused_as_uniform(counts));
}

/// The share of the walks' time on each page on topic, of the time on the topic.
std::map<NodeId, double> time_on_topic(const SyntheticWeb& web, const WalkRun& run) {
  std::map<NodeId, double> time;
  double all = 0;
  for (const Walk& walk : run.walks()) {
    for (const Visit& visit : walk.visits()) {
      if (!web[visit.page].on_topic) continue;
      time[visit.page] += visit.steps;
      all += visit.steps;
    }
  }
  for (auto& [page, share] : time) share /= all;
  return time;
}

/// Half the sum of differences to the uniform distribution over the `pages` pages on topic.
double distance_from_uniform(const SyntheticWeb& web, const WalkRun& run, std::size_t pages) {
  const auto time = time_on_topic(web, run);
  double distance = 0;
  for (const auto& [page, share] : time)
    distance += std::abs(share - 1 / static_cast<double>(pages));
  distance += static_cast<double>(pages - time.size()) / static_cast<double>(pages);
  return distance / 2;
}

/// `size` pages on topic in each of two communities that one link joins, as many off topic that
/// link both and each other, and ten times as many that lie about those. Pages on topic are the
/// first.
SyntheticWeb two_communities(std::uint64_t seed, NodeId size) {
  SyntheticWeb web;
  const NodeId near = 2 * size, far = 4 * size;
  for (NodeId i = 0; i < near; ++i) web.page({.host = i / 10});
  for (NodeId i = 0; i < near; ++i)
    web.page({.host = 100 + i % 6, .on_topic = false, .in_wider = true});
  for (NodeId i = 0; i < 5 * near; ++i) web.page({.host = 200 + i % 20, .on_topic = false});
  web.join_at_random(0, size, 6, seed);
  web.join_at_random(size, size, 6, seed + 1);
  web.link(3, size + 7);
  web.join_at_random(near, near, 3, seed + 2);
  for (NodeId i = 0; i < near; ++i) {
    HashRng rng(seed, 9, i);
    web.link(near + i, static_cast<NodeId>(rng.below(size)));
    web.link(static_cast<NodeId>(size + rng.below(size)), near + i);
    for (NodeId k = 0; k < 5; ++k) web.link(near + i, far + 5 * i + k);
    web.link(far + 5 * i, static_cast<NodeId>(far + rng.below(5 * near)));
  }
  return web;
}

struct Outcome {
  double distance = 0;
  double first_community = 0;
  Sample sample;
  std::size_t read = 0;
};

/// Walks that begin at three pages of the first community and one of the second.
Outcome walk_communities(WalkKind kind, std::int64_t moves, std::uint64_t seed, NodeId size = 30) {
  const SyntheticWeb web = two_communities(seed, size);
  PageGraph graph;
  WalkRun run(graph, options_of(kind, moves, {0, 10, 20, size + 10}, seed));
  Outcome out;
  out.read = web.walk(run, graph);
  out.distance = distance_from_uniform(web, run, 2 * size);
  for (const auto& [page, share] : time_on_topic(web, run)) {
    if (page < size) out.first_community += share;
  }
  out.sample = draw_sample(graph, run.walks(), host_name, seed);
  return out;
}

// labs/results/sampling.md states these bounds. The scatter of a walk of so many moves is within
// them.
TEST(SoftFocusTest, LiesWithinTheStatedDistanceOfUniform) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    EXPECT_LE(walk_communities(WalkKind::kNeighbourhood, 60'000, seed).distance, 0.03);
    EXPECT_LE(walk_communities(WalkKind::kAncestor, 60'000, seed).distance, 0.03);
    EXPECT_LE(walk_communities(WalkKind::kTrialAndError, 60'000, seed).distance, 0.05);
  }
}

// Section 5.3 of the paper: 100, 70 and 26 per cent.
TEST(SoftFocusTest, PrecisionFallsFromHardToNeighbourhoodToTrialAndError) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const double hard = walk_communities(WalkKind::kHard, 5000, seed).sample.precision;
    const double near = walk_communities(WalkKind::kNeighbourhood, 5000, seed).sample.precision;
    const double trial = walk_communities(WalkKind::kTrialAndError, 5000, seed).sample.precision;
    EXPECT_EQ(hard, 1);
    EXPECT_LT(near, hard);
    EXPECT_LT(trial, near);
    EXPECT_GT(trial, 0.05);
  }
}

// Section 3.5: where the topic falls apart hard focus fails and soft focus does not; and the
// diagnostics of walks that began in both parts say which.
TEST(TwoCommunitiesTest, HardFocusFailsAndSaysSoAndSoftFocusDoesNot) {
  double hard_off = 0;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Outcome hard = walk_communities(WalkKind::kHard, 300, seed, 100);
    EXPECT_FALSE(hard.sample.mixing.is_mixed());
    EXPECT_GT(hard.sample.mixing.r_hat, 1.5);
    hard_off += std::abs(hard.first_community - 0.5) / 5;
    for (const WalkKind kind : {WalkKind::kNeighbourhood, WalkKind::kTrialAndError}) {
      const Outcome soft = walk_communities(kind, 3000, seed, 100);
      EXPECT_TRUE(soft.sample.mixing.is_mixed()) << soft.sample.mixing.reasons.front();
      EXPECT_NEAR(soft.first_community, 0.5, 0.1);
    }
  }
  EXPECT_GT(hard_off, 0.1) << "a community has as much of the time as walks began in it";
}

// 40 pages on eight hosts, one of which leads into a host of 400 pages that lead out by one link
// alone.
TEST(TrapTest, TheWindowBringsAWalkOutOfAHostThatWouldHoldIt) {
  SyntheticWeb web;
  for (NodeId i = 0; i < 40; ++i) web.page({.host = i / 5});
  for (NodeId i = 0; i < 400; ++i) web.page({.host = 100});
  web.join_at_random(0, 40, 6, 1);
  web.join_at_random(40, 400, 10, 2);
  web.link(7, 40);
  const auto share_in_trap = [&](std::size_t window) {
    PageGraph graph;
    WalkRunOptions options = options_of(WalkKind::kHard, 5000, {0});
    options.walk.window = window;
    options.walks = 1;
    WalkRun run(graph, options);
    web.walk(run, graph);
    std::size_t trapped = 0;
    for (const Visit& visit : run.walks()[0].visits())
      trapped += web[visit.page].host == 100 ? 1 : 0;
    EXPECT_EQ(run.walks()[0].jumps() > 0, window > 0);
    return static_cast<double>(trapped) / 5000;
  };
  EXPECT_GT(share_in_trap(0), 0.7);
  EXPECT_LT(share_in_trap(100), 0.52);
}

TEST(WalkTest, ReadsNoPageTwiceAndOnlyWhatItMayVisit) {
  const SyntheticWeb web = two_communities(1, 30);
  PageGraph graph;
  WalkRun run(graph, options_of(WalkKind::kHard, 5000, {0, 10, 40, 50}));
  const std::size_t read = web.walk(run, graph);
  EXPECT_EQ(read, graph.read());
  for (NodeId page = 120; page < web.size(); ++page)
    EXPECT_EQ(graph.find(page), nullptr) << "no neighbour of the topic";
}

TEST(WalkTest, IsTheSameForTheSameSeed) {
  const SyntheticWeb web = two_halves(0.5, 1);
  const auto visits = [&](std::uint64_t seed) {
    PageGraph graph;
    WalkRun run(graph, options_of(WalkKind::kTrialAndError, 200, {0, 40}, seed));
    web.walk(run, graph);
    std::vector<NodeId> pages;
    for (const Walk& walk : run.walks()) {
      for (const Visit& visit : walk.visits()) pages.push_back(visit.page);
    }
    return pages;
  };
  EXPECT_EQ(visits(3), visits(3));
  EXPECT_NE(visits(3), visits(4));
}

// A longer walk is the shorter one, gone on with: so a sample can be made larger, and resumed.
TEST(WalkTest, ALongerWalkBeginsAsTheShorterOne) {
  const SyntheticWeb web = two_halves(0.5, 1);
  const auto pages = [&](std::int64_t moves) {
    PageGraph graph;
    WalkRunOptions options = options_of(WalkKind::kHard, moves, {0});
    options.walks = 1;
    WalkRun run(graph, options);
    web.walk(run, graph);
    std::vector<NodeId> visited;
    for (const Visit& visit : run.walks()[0].visits()) visited.push_back(visit.page);
    return visited;
  };
  const auto shorter = pages(100), longer = pages(200);
  EXPECT_TRUE(std::equal(shorter.begin(), shorter.end(), longer.begin()));
}

TEST(WalkTest, BeginsAgainElsewhereWhenItCannotLeaveItsStart) {
  SyntheticWeb web;
  const NodeId alone = web.page({.host = 1});
  const NodeId off_topic = web.page({.host = 1, .on_topic = false});
  const NodeId gone = web.page({.host = 1, .readable = false});
  const NodeId a = web.page({.host = 2}), b = web.page({.host = 3});
  web.link(alone, off_topic);
  web.link(alone, gone);
  web.link(a, b);
  PageGraph graph;
  WalkRunOptions options = options_of(WalkKind::kHard, 50, {alone, off_topic, gone, a});
  options.walks = 1;
  WalkRun run(graph, options);
  web.walk(run, graph);
  EXPECT_EQ(run.walks()[0].visits()[0].page, a);
  EXPECT_EQ(run.walks()[0].moves(), 50);
}

TEST(WalkTest, SaysThatItIsStuckWhenThereIsNowhereElse) {
  SyntheticWeb web;
  web.page({.host = 1});
  PageGraph graph;
  WalkRunOptions options = options_of(WalkKind::kHard, 50, {0});
  options.walks = 1;
  WalkRun run(graph, options);
  web.walk(run, graph);
  EXPECT_TRUE(run.walks()[0].is_stuck());
  const Sample sample = draw_sample(graph, run.walks(), host_name, 1);
  EXPECT_FALSE(sample.mixing.is_mixed());
  EXPECT_TRUE(sample.pages.empty());
}

TEST(WalkTest, TooShortAWalkTellsNothing) {
  const SyntheticWeb web = two_halves(0.5, 1);
  PageGraph graph;
  WalkRun run(graph, options_of(WalkKind::kHard, 10, {0, 40}));
  web.walk(run, graph);
  EXPECT_FALSE(draw_sample(graph, run.walks(), host_name, 1).mixing.is_mixed());
}

// L = 4: a host may hold two of the last four visits.
TEST(HostWindowTest, AHostMayHoldHalfOfTheWindow) {
  HostWindow window(4, 10);
  window.visit(1, 10);
  window.visit(2, 20);
  EXPECT_FALSE(window.is_trapped_by(1));
  window.visit(1, 11);
  EXPECT_TRUE(window.is_trapped_by(1)) << "three of four";
  window.visit(3, 30);
  EXPECT_FALSE(window.is_trapped_by(1)) << "the oldest visit leaves";
}

TEST(HostWindowTest, JumpsToTheLastPageOfAnotherHost) {
  HostWindow window(100, 10);
  window.visit(1, 10);
  window.visit(2, 20);
  window.visit(1, 11);
  HashRng rng(1, 0, 0);
  EXPECT_EQ(window.elsewhere(2, rng), 11u);
  EXPECT_EQ(window.elsewhere(1, rng), 20u);
}

TEST(HostWindowTest, ForgetsAllButTheLastDistinctHosts) {
  HostWindow window(100, 2);
  window.visit(1, 10);
  window.visit(2, 20);
  window.visit(3, 30);
  HashRng rng(1, 0, 0);
  EXPECT_EQ(window.elsewhere(3, rng), 20u);
}

TEST(HostWindowTest, HasNowhereToJumpOnTheOnlyHost) {
  HostWindow window(4, 10);
  for (NodeId page = 0; page < 10; ++page) window.visit(1, page);
  HashRng rng(1, 0, 0);
  EXPECT_TRUE(window.is_trapped_by(1));
  EXPECT_FALSE(window.elsewhere(1, rng).has_value());
}

TEST(HostWindowTest, OfNoLengthIsNeverInTheWay) {
  HostWindow window(0, 10);
  for (NodeId page = 0; page < 10; ++page) window.visit(1, page);
  EXPECT_FALSE(window.is_trapped_by(1));
}

}  // namespace
}  // namespace porthole::sampler
