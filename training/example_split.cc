#include "training/example_split.h"

#include <array>
#include <cstddef>
#include <map>

namespace porthole::labs {
namespace {

using topics::ExampleId;
using topics::GroupId;

constexpr std::size_t kCrawl = 0;
constexpr std::size_t kReport = 1;

/// The half that has less, the crawl's when they are even.
std::size_t smaller(const std::array<std::size_t, 2>& sizes) {
  return sizes[kReport] < sizes[kCrawl] ? kReport : kCrawl;
}

}  // namespace

ExampleSplit split_examples(const topics::TrainingSet& set) {
  std::map<topics::TopicId, std::vector<ExampleId>> by_topic;
  for (const ExampleId example : set.all()) by_topic[set.topic_of(example)].push_back(example);

  ExampleSplit split;
  std::map<GroupId, std::size_t> half_of;
  std::array<std::size_t, 2> all{};
  for (const auto& [topic, examples] : by_topic) {
    std::map<GroupId, std::size_t> groups;
    std::array<std::size_t, 2> here{};
    for (const ExampleId example : examples) ++groups[set.group_of(example)];
    for (const auto& [group, count] : groups) {
      if (const auto known = half_of.find(group); known != half_of.end())
        here[known->second] += count;
    }
    for (const auto& [group, count] : groups) {
      if (half_of.contains(group)) continue;
      const std::size_t half = here[kCrawl] == here[kReport] ? smaller(all) : smaller(here);
      half_of[group] = half;
      here[half] += count;
    }
    const bool one_sided = examples.size() > 1 && (here[kCrawl] == 0 || here[kReport] == 0);
    if (one_sided) split.shared_sites.push_back(topic);
    for (std::size_t i = 0; i < examples.size(); ++i) {
      const std::size_t half = one_sided ? i % 2 : half_of[set.group_of(examples[i])];
      (half == kCrawl ? split.crawl : split.report).push_back(examples[i]);
      ++all[half];
    }
  }
  return split;
}

}  // namespace porthole::labs
