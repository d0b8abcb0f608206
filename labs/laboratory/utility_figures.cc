// Status locality and the utility-biased crawlers of Pant and Srinivasan, "Status Locality on the
// Web": topicality and status after 10,000 pages.

#include <algorithm>
#include <cmath>
#include <set>

#include "labs/laboratory/experiments.h"
#include "topics/importance/importance_model.h"

namespace porthole::labs {
namespace {

constexpr std::size_t kSeeds = 25;
constexpr std::size_t kPages = 10'000, kManyPages = 20'000;
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

struct Collected {
  double topicality = 0, status = 0, sites = 0;
};

Result<Collected> collected_by(JudgedWeb& web, const TopicDraw& draw, const NamedStrategy& strategy,
                               std::size_t pages) {
  const std::vector<NodeId>& examples = web.examples(draw.topic);
  LabCrawl crawl;
  crawl.strategy = strategy.text;
  crawl.topic = draw.topic;
  crawl.seeds.assign(examples.begin(), examples.begin() + kSeeds);
  crawl.pages = pages;
  crawl.words = false;
  TRY_AS(fetched, web.crawl(crawl));
  Collected collected;
  std::set<std::uint32_t> sites;
  const std::vector<NodeId> found = found_by(crawl, *fetched);
  const auto all = static_cast<double>(found.size());
  for (const NodeId page : found) {
    collected.topicality += (web.is_on_topic(page, draw.topic) ? 1 : 0) / all;
    collected.status += std::log(web.web()[page].label()) / all;
    sites.insert(web.web()[page].site);
  }
  collected.sites = static_cast<double>(sites.size());
  return collected;
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
    for (const NamedStrategy& strategy : strategies()) {
      const auto set = [&](const char* name, double value) {
        series.set(draw.number, name + strategy.name, value);
      };
      const auto found = collected_by(judged, draw, strategy, budget);
      if (!found) return Result<void>(fail(found.error()));
      set("topicality/", found->topicality);
      set("status/", found->status);
      set("sites/", found->sites);
      const bool is_of_figure_11 = strategy.name == "alpha = 1" || strategy.name == "delta = .7";
      if (!is_of_figure_11 || budget < kPages) continue;
      const auto more = collected_by(judged, draw, strategy, kManyPages);
      if (!more) return Result<void>(fail(more.error()));
      set("more topicality/", more->topicality);
      set("more status/", more->status);
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
  for (const char* of : {"topicality", "status"}) {
    for (const NamedStrategy& strategy : strategies()) {
      book.add({web.name,
                "002 figure 11",
                of + (" of " + short_number(static_cast<double>(kManyPages)) + " pages"),
                strategy.name,
                "",
                {}},
               series["more " + std::string(of) + "/" + strategy.name]);
    }
  }
  for (const NamedStrategy& strategy : strategies()) {
    book.add({web.name,
              "002 figure 13",
              "sites among " + pages,
              strategy.name,
              strategy.name.ends_with("delta = .7") ? "more than 1,100" : "",
              {}},
             series["sites/" + strategy.name]);
  }
  const auto claim = [&](const std::string& text, const std::string& a, const std::string& b,
                         const char* section = "002 sections 5.2 and 6.2") {
    book.claim({web.name, section, text, {}}, series[a], series[b]);
  };
  claim("alpha = .5 above alpha = 1, status", "status/alpha = .5", "status/alpha = 1");
  claim("alpha = .5 above alpha = 1, topicality", "topicality/alpha = .5", "topicality/alpha = 1");
  claim("delta = .7 above alpha = .5, status", "status/delta = .7", "status/alpha = .5");
  claim("delta = .7 above alpha = .5, topicality", "topicality/delta = .7",
        "topicality/alpha = .5");
  claim("delta = .7 by the model above by in-links, status", "status/delta = .7",
        "status/in-links, delta = .7", "002 figure 12");
  if (budget == kPages) {
    claim("delta = .7 above alpha = 1, status of 20,000 pages", "more status/delta = .7",
          "more status/alpha = 1", "002 figure 11");
  }
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
