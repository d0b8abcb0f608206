#pragma once

/// Tables of the harvests of many crawls: means over topics by strategy, and the worst runs.
///
/// Each run is set against the oracle's from the same seeds, or the mean of the oracle's where
/// there are several (oracle.h); runs of a topic are averaged first, so that every topic counts the
/// same. Thread safety: pure functions.

#include <cstdint>
#include <string>
#include <vector>

#include "labs/comparison/harvest.h"

namespace porthole::labs {

struct TopicRun {
  std::string topic;
  std::string use;  ///< "tuning" or "report".
  int subset = 0;   ///< Number of the pair of seed sites.
  std::string strategy;
  Harvest harvest;
};

/// A line a strategy, tabs between: means of pages and sites on topic; of pages, sites and area
/// divided by the oracle's; of precision until half of the oracle's finds, seeds left out; of the
/// pages fetched. Runs without an oracle's beside them are left out.
std::string means_table(const std::vector<TopicRun>& runs, std::int64_t budget);

inline constexpr double kEnough = .85;  ///< Share of the oracle's pages that a run should find.

/// A line a strategy but the oracle, tabs between: runs; those that find less than kEnough of the
/// oracle's pages; of the worst one this share, its topic and the number of its pair.
std::string worst_table(const std::vector<TopicRun>& runs);

}  // namespace porthole::labs
