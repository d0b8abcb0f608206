// Coverage of the intervals: many samples of webs whose figures are known.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "sampler/sample.h"
#include "sampler/statistics.h"
#include "tests/unit/sampler/synthetic_web.h"

namespace porthole::sampler {
namespace {

constexpr NodeId kPages = 64;

Sample sample_of(const SyntheticWeb& web, std::int64_t moves, std::uint64_t seed) {
  WalkRunOptions options;
  options.walk.region.random_seed = seed;
  options.walk.window = 0;
  options.moves = moves;
  options.starts = {0, 17, 40, 63};
  PageGraph graph;
  WalkRun run(graph, options);
  web.walk(run, graph);
  return draw_sample(
      graph, run.walks(), [](HostId host) { return std::to_string(host); }, seed);
}

// 95 in a hundred, give or take 3: of the out-degree's mean, and of the shares of three values, of
// which one goes with the half of the web that a page lies in. 200 samples of four figures.
TEST(CoverageTest, StatisticsLieWithinTheirIntervalsIn95OfAHundredSamples) {
  for (const double inside : {0.5, 0.8}) {
    const SyntheticWeb web = two_halves(inside, 1);
    const auto value_of = [](NodeId page) {
      return std::string(page < 20 ? "a" : page % 3 == 0 ? "b" : "c");
    };
    double degree = 0;
    std::vector<std::string> all;
    for (NodeId page = 0; page < kPages; ++page) {
      degree += static_cast<double>(web.out(page).size()) / kPages;
      all.push_back(value_of(page));
    }
    int held = 0, of = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      std::vector<double> degrees;
      std::vector<std::string> values;
      for (const NodeId page : sample_of(web, 250, seed).pages) {
        degrees.push_back(static_cast<double>(web.out(page).size()));
        values.push_back(value_of(page));
      }
      held += bootstrap_mean(degrees, seed).holds(degree) ? 1 : 0;
      ++of;
      const auto truth = shares_of(all, 3, 1);
      for (const ShareOfValue& share : shares_of(values, 3, seed)) {
        for (const ShareOfValue& true_share : truth) {
          if (true_share.value == share.value && share.share.holds(true_share.share.estimate))
            ++held;
        }
      }
      of += 3;
    }
    EXPECT_GE(held, 0.92 * of) << inside << ": " << held << " of " << of;
    EXPECT_LE(held, 0.98 * of) << inside << ": " << held << " of " << of;
  }
}

/// Breadth-first from a page drawn at random.
std::set<NodeId> crawl(const SyntheticWeb& web, std::size_t pages, std::uint64_t seed) {
  HashRng rng(seed, 55, 0);
  std::vector<NodeId> queue = {static_cast<NodeId>(rng.below(kPages))};
  std::set<NodeId> known = {queue[0]};
  for (std::size_t at = 0; at < queue.size() && queue.size() < pages; ++at) {
    for (const NodeId next : web.out(queue[at])) {
      if (queue.size() < pages && known.insert(next).second) queue.push_back(next);
    }
  }
  return known;
}

TEST(CoverageTest, RecallIntervalsHoldTheTruthIn95OfAHundredOf200Crawls) {
  const SyntheticWeb web = two_halves(0.8, 1);
  int pages = 0, sites = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const std::set<NodeId> crawled = crawl(web, 5 + seed % 50, seed);
    std::set<HostId> hosts;
    for (const NodeId page : crawled) hosts.insert(web[page].host);
    double known_hosts = 0;
    for (NodeId page = 0; page < kPages; ++page)
      known_hosts += hosts.contains(web[page].host) ? 1.0 / kPages : 0;
    std::vector<Recaptured> sample;
    for (const NodeId page : sample_of(web, 250, seed).pages) {
      sample.push_back({crawled.contains(page), hosts.contains(web[page].host)});
    }
    const Recall recall = estimate_recall(sample, crawled.size());
    pages += recall.pages.holds(static_cast<double>(crawled.size()) / kPages) ? 1 : 0;
    sites += recall.sites.holds(known_hosts) ? 1 : 0;
  }
  EXPECT_GE(pages, 182);
  EXPECT_LE(pages, 198);
  // Most of the crawls know every host, and then the interval cannot but hold the truth.
  EXPECT_GE(sites, 182);
}

}  // namespace
}  // namespace porthole::sampler
