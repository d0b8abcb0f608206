// Status locality and the utility-biased crawlers of Pant and Srinivasan, "Status Locality on the
// Web": topicality and status after 10,000 pages.

#include <algorithm>
#include <cmath>

#include "labs/laboratory/experiments.h"
#include "topics/importance/rank_correlation.h"

namespace porthole::labs {
namespace {

constexpr std::size_t kSeeds = 25;
constexpr std::size_t kPages = 10'000;
constexpr std::size_t kPairs = 5'000;
constexpr std::uint64_t kPairDraws = 201;

const std::vector<NamedStrategy>& strategies() {
  static const std::vector<NamedStrategy> list = {
      {"alpha = 1", "utility:alpha=1"},
      {"alpha = .75", "utility:alpha=0.75"},
      {"alpha = .5", "utility:alpha=0.5"},
      {"alpha = .25", "utility:alpha=0.25"},
      {"alpha = 0", "utility:alpha=0"},
      {"alpha = .5, linear", "utility:alpha=0.5:utility=linear"},
      {"delta = .7", "utility:delta=0.7"},
      {"delta = .8", "utility:delta=0.8"},
      {"in-links, delta = .7", "utility:importance=in-links:delta=0.7"},
  };
  return list;
}

/// Spearman's rank correlation of the importance of random pages and of those `steps` links away;
/// of pairs at random for 0 steps.
double status_locality(const GeneratedWeb& web, int steps) {
  std::vector<double> a, b;
  for (std::uint64_t i = 0; a.size() < kPairs && i < 100 * kPairs; ++i) {
    sampler::HashRng rng(web.seed() + static_cast<std::uint64_t>(steps), i, kPairDraws);
    const auto from = static_cast<NodeId>(rng.below(web.size()));
    NodeId to = steps == 0 ? static_cast<NodeId>(rng.below(web.size())) : from;
    for (int step = 0; step < steps; ++step) {
      const auto links = web.links(to);
      if (links.empty()) break;
      to = links[rng.below(links.size())];
    }
    if (to == from || web[from].topic == kNoTopic || web[to].topic == kNoTopic) continue;
    a.push_back(static_cast<double>(web[from].importance));
    b.push_back(static_cast<double>(web[to].importance));
  }
  return topics::rank_correlation(a, b).rho;
}

/// Status that crawls of a fixed alpha have at this topicality, by linear interpolation between the
/// values of alpha; not a number outside of them.
double status_at(const Series& series, std::size_t draw, double topicality) {
  std::vector<std::pair<double, double>> points;
  for (std::size_t i = 0; i < 5; ++i) {
    points.emplace_back(series["topicality/" + strategies()[i].name][draw],
                        series["status/" + strategies()[i].name][draw]);
  }
  std::sort(points.begin(), points.end());
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const auto& [x, y] = points[i];
    const auto& [next_x, next_y] = points[i + 1];
    if (topicality < x || topicality > next_x) continue;
    return next_x > x ? y + (next_y - y) * (topicality - x) / (next_x - x) : std::max(y, next_y);
  }
  return std::nan("");
}

}  // namespace

Result<void> add_utility_figures(const NamedWeb& web, const DrawOptions& draws, FigureBook& book) {
  const std::size_t budget =
      std::min<std::size_t>(kPages, web.dials.pages / web.dials.topics / 500 * 500);
  Series series(draws.webs * draws.topics);
  const auto ran = run_draws(web.dials, draws, [&](JudgedWeb& judged, const TopicDraw& draw) {
    for (int steps = 0; draw.topic == 0 && steps <= 3; ++steps) {
      series.set(draw.number, "locality" + std::to_string(steps),
                 status_locality(judged.web(), steps));
    }
    const std::vector<NodeId>& examples = judged.examples(draw.topic);
    for (const NamedStrategy& strategy : strategies()) {
      LabCrawl crawl;
      crawl.strategy = strategy.text;
      crawl.topic = draw.topic;
      crawl.seeds.assign(examples.begin(), examples.begin() + kSeeds);
      crawl.pages = budget;
      crawl.words = false;
      const auto fetched = judged.crawl(crawl);
      if (!fetched) return Result<void>(fail(fetched.error()));
      double topicality = 0, status = 0;
      const std::vector<NodeId> found = found_by(crawl, *fetched);
      for (const NodeId page : found) {
        topicality += judged.is_on_topic(page, draw.topic) ? 1 : 0;
        status += std::log(judged.web()[page].label());
      }
      const auto pages = static_cast<double>(found.size());
      series.set(draw.number, "topicality/" + strategy.name, topicality / pages);
      series.set(draw.number, "status/" + strategy.name, status / pages);
    }
    return Result<void>();
  });
  if (!ran) return ran;
  const char* const published[] = {"0 at random", ".36", "down by over 45 %", "lower"};
  for (int steps = 0; steps <= 3; ++steps) {
    book.add({web.name,
              "002 figure 2",
              "rank correlation of status",
              steps == 0 ? "random pairs" : std::to_string(steps) + " links away",
              published[steps],
              {}},
             series["locality" + std::to_string(steps)]);
  }
  const std::string pages = short_number(static_cast<double>(budget)) + " pages";
  for (const NamedStrategy& strategy : strategies()) {
    book.add({web.name,
              "002 figures 4, 6 and 8",
              "topicality of " + pages,
              strategy.name,
              strategy.name == "alpha = .5" ? "about .7" : "",
              {}},
             series["topicality/" + strategy.name]);
  }
  for (const NamedStrategy& strategy : strategies()) {
    book.add({web.name,
              "002 figures 5, 6 and 9",
              "status (mean logarithm of the label)",
              strategy.name,
              "",
              {}},
             series["status/" + strategy.name]);
  }
  const auto claim = [&](const std::string& text, const std::string& a, const std::string& b) {
    book.claim({web.name, "002 sections 5.2 and 6.2", text, {}}, series[a], series[b]);
  };
  claim("alpha = .5 above alpha = 1, status", "status/alpha = .5", "status/alpha = 1");
  claim("alpha = .5 above alpha = 1, topicality", "topicality/alpha = .5", "topicality/alpha = 1");
  claim("delta = .7 above alpha = .5, status", "status/delta = .7", "status/alpha = .5");
  claim("delta = .7 above alpha = .5, topicality", "topicality/delta = .7",
        "topicality/alpha = .5");
  for (const char* delta : {"delta = .7", "delta = .8"}) {
    const std::string name = std::string("status/") + delta;
    for (std::size_t draw = 0; draw < draws.webs * draws.topics; ++draw) {
      series.set(draw, "equal/" + name,
                 status_at(series, draw, series[std::string("topicality/") + delta][draw]));
    }
    claim(std::string(delta) + " above fixed alphas of equal topicality, status", name,
          "equal/" + name);
  }
  return {};
}

}  // namespace porthole::labs
