#include "labs/experiments/comparison/topic_means.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <utility>

namespace porthole::labs {
namespace {

constexpr const char* kOracle = "oracle";
/// Pages and sites found, the same and the area to the oracle's, precision, pages fetched.
using Row = std::array<double, 7>;

double share(double ours, double theirs) { return theirs > 0 ? ours / theirs : 1.0; }

std::size_t half_of_non_seeds(const Harvest& oracle) {
  std::size_t seeds = 0;
  for (const std::size_t order : oracle.seeds_at) {
    seeds += std::binary_search(oracle.found_at.begin(), oracle.found_at.end(), order) ? 1 : 0;
  }
  return std::max<std::size_t>((oracle.found_at.size() - seeds) / 2, 1);
}

Row row_of(const Harvest& ours, const Harvest& oracle, std::size_t budget) {
  const auto pages = static_cast<double>(ours.found_at.size()),
             sites = static_cast<double>(ours.site_at.size());
  return {pages,
          sites,
          share(pages, static_cast<double>(oracle.found_at.size())),
          share(sites, static_cast<double>(oracle.site_at.size())),
          share(ours.area(budget), oracle.area(budget)),
          ours.precision_until(half_of_non_seeds(oracle)),
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

std::string run_line(const TopicRun& run) {
  std::string line =
      run.topic + "\t" + run.use + "\t" + std::to_string(run.subset) + "\t" + run.strategy;
  for (const std::size_t count :
       {run.harvest.found_at.size(), run.harvest.site_at.size(), run.harvest.pages}) {
    line += "\t" + std::to_string(count);
  }
  return line + "\t" + std::to_string(run.own_relevant);
}

std::string means_table(const std::vector<TopicRun>& runs, std::int64_t budget) {
  std::map<std::pair<std::string, int>, const Harvest*> oracles;
  for (const TopicRun& run : runs) {
    if (run.strategy == kOracle) oracles[{run.topic, run.subset}] = &run.harvest;
  }
  std::map<std::string, std::map<std::string, std::vector<Row>>> rows;
  for (const TopicRun& run : runs) {
    const auto oracle = oracles.find({run.topic, run.subset});
    if (oracle == oracles.end()) continue;
    rows[run.strategy][run.topic].push_back(
        row_of(run.harvest, *oracle->second, static_cast<std::size_t>(budget)));
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

}  // namespace porthole::labs
