#include "topics/classify/training_set.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

namespace porthole::topics {

GroupId TrainingSet::group(std::string_view name) {
  const auto [found, is_new] =
      groups_.try_emplace(std::string(name), static_cast<GroupId>(group_names_.size()));
  if (is_new) group_names_.emplace_back(name);
  return found->second;
}

ExampleId TrainingSet::add(TopicId topic, GroupId group, const TermCounts& page) {
  Example example{.topic = topic, .group = group, .begin = counts_.size()};
  for (const TermCount& term : page) {
    const auto [found, is_new] =
        numbers_.try_emplace(term.term, static_cast<TermNumber>(hashes_.size()));
    if (is_new) hashes_.push_back(term.term);
    counts_.push_back({found->second, term.count});
  }
  example.end = counts_.size();
  examples_.push_back(example);
  return static_cast<ExampleId>(examples_.size() - 1);
}

std::span<const TrainingSet::Count> TrainingSet::counts_of(ExampleId example) const {
  const Example& e = examples_[example];
  return std::span(counts_).subspan(e.begin, e.end - e.begin);
}

TermCounts TrainingSet::page_of(ExampleId example) const {
  TermCounts page;
  for (const Count& count : counts_of(example)) page.push_back({hashes_[count.term], count.count});
  return page;
}

std::vector<ExampleId> TrainingSet::all() const {
  std::vector<ExampleId> out;
  for (std::size_t id = 0; id < examples_.size(); ++id) {
    if (examples_[id].is_there) out.push_back(static_cast<ExampleId>(id));
  }
  return out;
}

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
