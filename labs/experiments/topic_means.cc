#include "labs/experiments/topic_means.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <utility>

#include "labs/experiments/svg_chart.h"

namespace porthole::labs {
namespace {

constexpr const char* kOracle = "oracle";
/// Pages and sites found, the same and the area to the oracle's, precision, pages fetched.
using Row = std::array<double, 7>;

double share(double ours, double theirs) { return theirs > 0 ? ours / theirs : 1.0; }

/// Means over the oracle's runs from the same seeds.
struct Bounds {
  std::size_t runs = 0;
  double pages = 0, sites = 0, area = 0;
  double non_seeds = 0;  ///< Pages on topic besides the seeds.

  std::size_t half_of_non_seeds() const {
    return std::max<std::size_t>(static_cast<std::size_t>(non_seeds / 2), 1);
  }
};

double non_seeds(const Harvest& harvest) {
  const auto seeds =
      std::count_if(harvest.seeds_at.begin(), harvest.seeds_at.end(), [&](std::size_t order) {
        return std::binary_search(harvest.found_at.begin(), harvest.found_at.end(), order);
      });
  return static_cast<double>(harvest.found_at.size()) - static_cast<double>(seeds);
}

/// By topic and pair of seed sites.
std::map<std::pair<std::string, int>, Bounds> bounds_of(const std::vector<TopicRun>& runs,
                                                        std::size_t budget) {
  std::map<std::pair<std::string, int>, Bounds> all;
  for (const TopicRun& run : runs) {
    if (run.strategy != kOracle) continue;
    Bounds& bounds = all[{run.topic, run.subset}];
    ++bounds.runs;
    bounds.pages += static_cast<double>(run.harvest.found_at.size());
    bounds.sites += static_cast<double>(run.harvest.site_at.size());
    bounds.area += budget > 0 ? run.harvest.area(budget) : 0;
    bounds.non_seeds += non_seeds(run.harvest);
  }
  for (auto& [seeds, bounds] : all) {
    for (double* sum : {&bounds.pages, &bounds.sites, &bounds.area, &bounds.non_seeds})
      *sum /= static_cast<double>(bounds.runs);
  }
  return all;
}

Row row_of(const Harvest& ours, const Bounds& oracle, std::size_t budget) {
  const auto pages = static_cast<double>(ours.found_at.size()),
             sites = static_cast<double>(ours.site_at.size());
  return {pages,
          sites,
          share(pages, oracle.pages),
          share(sites, oracle.sites),
          share(ours.area(budget), oracle.area),
          ours.precision_until(oracle.half_of_non_seeds()),
          static_cast<double>(ours.pages)};
}

Row mean_of(const std::vector<Row>& rows) {
  Row mean{};
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < mean.size(); ++i)
      mean[i] += row[i] / static_cast<double>(rows.size());
  }
  return mean;
}

}  // namespace

std::string means_table(const std::vector<TopicRun>& runs, std::int64_t budget) {
  const auto oracles = bounds_of(runs, static_cast<std::size_t>(budget));
  std::map<std::string, std::map<std::string, std::vector<Row>>> rows;
  for (const TopicRun& run : runs) {
    const auto oracle = oracles.find({run.topic, run.subset});
    if (oracle == oracles.end()) continue;
    rows[run.strategy][run.topic].push_back(
        row_of(run.harvest, oracle->second, static_cast<std::size_t>(budget)));
  }
  std::string table =
      "strategy\tpages\tsites\tpages/oracle\tsites/oracle\tarea/oracle\tprecision to half\tpages "
      "fetched\n";
  for (const auto& [strategy, topics] : rows) {
    std::vector<Row> of_topics;
    for (const auto& [topic, of_topic] : topics) of_topics.push_back(mean_of(of_topic));
    const Row mean = mean_of(of_topics);
    char line[160];
    std::snprintf(line, sizeof line, "\t%.1f\t%.2f\t%.3f\t%.3f\t%.3f\t%.3f\t%.0f\n", mean[0],
                  mean[1], mean[2], mean[3], mean[4], mean[5], mean[6]);
    table += strategy + line;
  }
  return table;
}

std::string worst_table(const std::vector<TopicRun>& runs) {
  struct Worst {
    std::size_t runs = 0, below = 0;
    double share = 0;
    const TopicRun* run = nullptr;
  };
  const auto oracles = bounds_of(runs, 0);
  std::map<std::string, Worst> strategies;
  for (const TopicRun& run : runs) {
    const auto oracle = oracles.find({run.topic, run.subset});
    if (run.strategy == kOracle || oracle == oracles.end()) continue;
    Worst& worst = strategies[run.strategy];
    const double found =
        share(static_cast<double>(run.harvest.found_at.size()), oracle->second.pages);
    ++worst.runs;
    worst.below += found < kEnough ? 1 : 0;
    if (worst.run == nullptr || found < worst.share) {
      worst.share = found;
      worst.run = &run;
    }
  }
  std::string table = "strategy\truns\tbelow " + fixed(kEnough, 2) + " of the oracle's pages" +
                      "\tworst\ttopic\tpair\n";
  for (const auto& [strategy, worst] : strategies) {
    table += strategy + "\t" + std::to_string(worst.runs) + "\t" + std::to_string(worst.below) +
             "\t" + fixed(worst.share, 3) + "\t" + worst.run->topic + "\t" +
             std::to_string(worst.run->subset) + "\n";
  }
  return table;
}

}  // namespace porthole::labs
