#include "topics/classify/training_folds.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

namespace porthole::topics {

std::vector<std::vector<ExampleId>> deal_to_parts(const TrainingSet& set,
                                                  const std::vector<ExampleId>& examples,
                                                  std::size_t parts) {
  constexpr TopicId kNoTopic = std::numeric_limits<TopicId>::max();
  std::vector<TopicId> topic_of_group(set.groups(), kNoTopic);
  std::vector<std::pair<TopicId, GroupId>> order;
  for (const ExampleId example : examples) {
    const GroupId group = set.group_of(example);
    if (topic_of_group[group] != kNoTopic) continue;
    topic_of_group[group] = set.topic_of(example);
    order.emplace_back(topic_of_group[group], group);
  }
  std::sort(order.begin(), order.end());
  std::vector<std::size_t> part_of_group(set.groups(), 0);
  for (std::size_t i = 0; i < order.size(); ++i) part_of_group[order[i].second] = i % parts;
  const bool by_page = order.size() < 2;
  std::vector<std::vector<ExampleId>> dealt(parts);
  for (std::size_t i = 0; i < examples.size(); ++i) {
    dealt[by_page ? i % parts : part_of_group[set.group_of(examples[i])]].push_back(examples[i]);
  }
  return dealt;
}

std::vector<ExampleId> without(const std::vector<ExampleId>& examples,
                               const std::vector<ExampleId>& part) {
  std::vector<ExampleId> rest;
  std::set_difference(examples.begin(), examples.end(), part.begin(), part.end(),
                      std::back_inserter(rest));
  return rest;
}

std::vector<std::vector<ExampleId>> examples_below(const TrainingSet& set,
                                                   const std::vector<ExampleId>& examples) {
  std::vector<ExampleId> by_group = examples;
  std::stable_sort(by_group.begin(), by_group.end(),
                   [&](ExampleId a, ExampleId b) { return set.group_of(a) < set.group_of(b); });
  std::vector<std::vector<ExampleId>> below(set.taxonomy().size());
  for (const ExampleId example : by_group) {
    TopicId topic = set.topic_of(example);
    below[topic].push_back(example);
    while (topic != kRootTopic) {
      topic = set.taxonomy()[topic].parent;
      below[topic].push_back(example);
    }
  }
  return below;
}

double UnitCounts::rarity(TermNumber term, double exponent) const {
  if (with_term[term] == 0 || exponent == 0) return 1;
  return std::pow(std::log((1 + units) / with_term[term]), exponent);
}

UnitCounts count_units(const TrainingSet& set, const std::vector<ExampleId>& by_group,
                       UnitChoice choice) {
  constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
  std::size_t groups = 0;
  for (std::size_t i = 0; i < by_group.size(); ++i) {
    if (i == 0 || set.group_of(by_group[i]) != set.group_of(by_group[i - 1])) ++groups;
  }
  UnitCounts counts;
  counts.by_groups = choice == UnitChoice::kGroupsIfEnough && groups >= kEnoughGroups;
  counts.units = static_cast<double>(counts.by_groups ? groups : by_group.size());
  counts.with_term.assign(set.terms(), 0);
  std::vector<std::uint32_t> last(set.terms(), kNone);
  for (const ExampleId example : by_group) {
    const std::uint32_t unit = counts.unit_of(set, example);
    for (const TrainingSet::Count& count : set.counts_of(example)) {
      if (std::exchange(last[count.term], unit) != unit) ++counts.with_term[count.term];
    }
  }
  return counts;
}

}  // namespace porthole::topics
