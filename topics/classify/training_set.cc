#include "topics/classify/training_set.h"

#include <algorithm>

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

}  // namespace porthole::topics
