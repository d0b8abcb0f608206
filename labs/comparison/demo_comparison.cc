#include "labs/comparison/demo_comparison.h"

#include <cstdio>
#include <system_error>
#include <utility>

#include "base/json/json.h"
#include "base/text/text.h"
#include "labs/comparison/capped_crawl.h"
#include "labs/comparison/harvest.h"

namespace porthole::labs {
namespace {

namespace fs = std::filesystem;
using labs::Spread;
using nlohmann::ordered_json;

/// Pages on topic of a strategy, draw by draw, each averaged over the topics.
std::vector<double> means_of_draws(const std::vector<DemoRuns>& runs, const std::string& strategy) {
  std::vector<double> sums;
  double topics = 0;
  for (const DemoRuns& of_topic : runs) {
    if (of_topic.strategy != strategy) continue;
    sums.resize(std::max(sums.size(), of_topic.pages.size()));
    for (std::size_t draw = 0; draw < of_topic.pages.size(); ++draw)
      sums[draw] += of_topic.pages[draw];
    ++topics;
  }
  for (double& sum : sums) sum /= topics;
  return sums;
}

std::string range_in_words(const std::vector<double>& values) {
  const Spread spread = labs::spread_of(values);
  char text[64];
  std::snprintf(text, sizeof text, "%.1f (%.0f to %.0f)", spread.mean, spread.least, spread.most);
  return text;
}

std::string row_in_words(const std::string& name, const std::vector<std::string>& cells) {
  char cell[64];
  std::snprintf(cell, sizeof cell, "  %-24s", name.c_str());
  std::string row = cell;
  for (const std::string& text : cells) {
    std::snprintf(cell, sizeof cell, "%-24s", text.c_str());
    row += cell;
  }
  return row.substr(0, row.find_last_not_of(' ') + 1) + '\n';
}

Result<labs::Verdict> crawl(const labs::Box& box, const DemoComparison& comparison,
                            const labs::TopicOfList& topic, const std::string& strategy,
                            const std::vector<std::string>& seeds) {
  labs::CappedCrawl one;
  one.folder = comparison.folder / strategy;
  one.topic = topic;
  one.strategy = strategy;
  one.pages = comparison.pages;
  one.seed_sites = seeds;
  one.stop = comparison.stop;
  std::error_code ignored;
  fs::remove_all(one.folder, ignored);
  Result<labs::CappedResult> result = labs::run_capped_crawl(box, one);
  fs::remove_all(comparison.folder, ignored);
  if (!result) return fail(result.error());
  return result->verdict;
}

}  // namespace

Result<std::vector<DemoRuns>> compare_in_box(const labs::Box& box,
                                             const DemoComparison& comparison) {
  std::vector<DemoRuns> all;
  const std::size_t in_all = comparison.topics.size() * comparison.strategies.size() *
                             static_cast<std::size_t>(comparison.draws);
  std::size_t done = 0;
  for (const labs::TopicOfList& topic : comparison.topics) {
    const auto draws = labs::seed_pairs(*box.manifest, topic, comparison.draws);
    if (draws.empty()) continue;
    for (const std::string& strategy : comparison.strategies) {
      DemoRuns runs{topic.topic, topic.title, strategy, {}, {}};
      for (const std::vector<std::string>& seeds : draws) {
        if (comparison.stop != nullptr && comparison.stop->load() > 0) return all;
        if (comparison.progress) comparison.progress(done++, in_all, topic.title + ", " + strategy);
        TRY_AS(verdict, crawl(box, comparison, topic, strategy, seeds));
        runs.pages.push_back(static_cast<double>(verdict->pages_on_topic));
        runs.sites.push_back(static_cast<double>(verdict->sites_on_topic));
      }
      all.push_back(std::move(runs));
    }
  }
  return all;
}

ordered_json comparison_as_json(const std::vector<DemoRuns>& runs,
                                const DemoComparison& comparison) {
  ordered_json json = {{"pages", comparison.pages},
                       {"draws", comparison.draws},
                       {"strategies", ordered_json::object()}};
  for (const std::string& strategy : comparison.strategies) {
    const Spread spread = labs::spread_of(means_of_draws(runs, strategy));
    ordered_json& of_strategy = json["strategies"][strategy];
    of_strategy = {{"mean", spread.mean},
                   {"least", spread.least},
                   {"most", spread.most},
                   {"topics", ordered_json::array()}};
    for (const DemoRuns& of_topic : runs) {
      if (of_topic.strategy != strategy) continue;
      const Spread pages = labs::spread_of(of_topic.pages);
      of_strategy["topics"].push_back({{"topic", of_topic.topic},
                                       {"mean", pages.mean},
                                       {"least", pages.least},
                                       {"most", pages.most},
                                       {"sites", labs::spread_of(of_topic.sites).mean}});
    }
  }
  return json;
}

std::string comparison_in_words(const std::vector<DemoRuns>& runs,
                                const DemoComparison& comparison) {
  std::string words = "pages on topic, by the list of sites, of " +
                      counted(comparison.pages, "page") + " a crawl: mean of " +
                      counted(comparison.draws, "draw") + " of seeds (least to most)\n\n";
  words += row_in_words("", comparison.strategies);
  for (const labs::TopicOfList& topic : comparison.topics) {
    std::vector<std::string> cells;
    for (const DemoRuns& of_topic : runs) {
      if (of_topic.topic == topic.topic) cells.push_back(range_in_words(of_topic.pages));
    }
    if (!cells.empty()) words += row_in_words(topic.title, cells);
  }
  std::vector<std::string> means;
  for (const std::string& strategy : comparison.strategies)
    means.push_back(range_in_words(means_of_draws(runs, strategy)));
  return words + row_in_words("mean of the topics", means);
}

}  // namespace porthole::labs
