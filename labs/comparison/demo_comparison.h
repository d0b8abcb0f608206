#pragma once

/// `porthole demo --compare`: compares strategies by the pages on topic that they find, over topics
/// and draws of seeds.
///
/// In:  an open web in a box and its topics.
/// Out: the finds of each draw by topic and strategy; the same as text and as JSON.
///
/// Each crawl is capped (labs/comparison/capped_crawl.h) and counted by the topics that the list
/// gives to its sites. The collections of the crawls are removed.

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "base/result.h"
#include "labs/comparison/capped_crawl.h"
#include "labs/webbox/box.h"

namespace porthole::labs {

struct DemoComparison {
  std::vector<labs::TopicOfList> topics;
  std::vector<std::string> strategies;
  int draws = 5;                 ///< Pairs of seed sites of each topic (seed_pairs()).
  std::int64_t pages = 600;      ///< Budget of each crawl.
  std::filesystem::path folder;  ///< For the crawls; created, and removed.
  const std::atomic<int>* stop = nullptr;
  std::function<void(std::size_t done, std::size_t all, const std::string& run)> progress{};
};

/// Pages on topic that each draw found, and how many sites they are on.
struct DemoRuns {
  std::string topic;
  std::string title;
  std::string strategy;
  std::vector<double> pages, sites;
};

/// Topic by topic, strategy by strategy; topics with fewer than two sites in the box are left out.
/// Cut short when `stop` is not 0. Errors: those of run_capped_crawl().
Result<std::vector<DemoRuns>> compare_in_box(const labs::Box& box,
                                             const DemoComparison& comparison);

/// {"pages","draws","strategies":{NAME:{"mean","least","most","topics":[{"topic","mean","least","most","sites"}]}}}.
/// Mean, least and most of a strategy are of the draws, each averaged over the topics.
nlohmann::ordered_json comparison_as_json(const std::vector<DemoRuns>& runs,
                                          const DemoComparison& comparison);

/// A line a topic and a column a strategy: the mean over the draws, least and most.
std::string comparison_in_words(const std::vector<DemoRuns>& runs,
                                const DemoComparison& comparison);

}  // namespace porthole::labs
