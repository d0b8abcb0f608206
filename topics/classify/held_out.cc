#include "topics/classify/held_out.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "topics/classify/training_folds.h"

namespace porthole::topics {
namespace {

using Pair = std::pair<TopicId, TopicId>;

class Reporter {
 public:
  Reporter(const TrainingSet& set, const HeldOutOptions& how) : set_(set), how_(how) {
    for (std::size_t id = 1; id < set.taxonomy().size(); ++id) {
      report_.nodes.push_back({.topic = static_cast<TopicId>(id)});
    }
  }

  void judge(ExampleId example, TopicId predicted) {
    const Taxonomy& taxonomy = set_.taxonomy();
    const TopicId actual = set_.topic_of(example);
    ++report_.judged;
    if (taxonomy.is_within(predicted, actual)) ++report_.right;
    for (TopicId topic = actual; topic != kRootTopic; topic = taxonomy[topic].parent) {
      ++node(topic).judged;
      if (taxonomy.is_within(predicted, topic)) ++node(topic).found;
    }
    for (TopicId topic = predicted; topic != kRootTopic; topic = taxonomy[topic].parent)
      ++node(topic).claimed;
    ++cells_[{actual, predicted}];
    ++judged_of_[actual];
  }

  HeldOutReport finish(const std::vector<ExampleId>& examples) {
    const std::vector<std::vector<ExampleId>> below = examples_below(set_, examples);
    for (NodeAccuracy& node : report_.nodes) {
      node.examples = below[node.topic].size();
      std::set<GroupId> groups;
      for (const ExampleId example : below[node.topic]) groups.insert(set_.group_of(example));
      node.groups = groups.size();
      if (set_.taxonomy().is_leaf(node.topic) && node.examples < how_.few)
        report_.too_few.push_back(node.topic);
    }
    for (const auto& [pair, pages] : cells_)
      report_.confusion.push_back({pair.first, pair.second, pages});
    find_alike();
    return std::move(report_);
  }

 private:
  NodeAccuracy& node(TopicId topic) { return report_.nodes[topic - 1]; }

  double share(TopicId actual, TopicId predicted) const {
    const auto cell = cells_.find({actual, predicted});
    return cell == cells_.end()
               ? 0
               : static_cast<double>(cell->second) / static_cast<double>(judged_of_.at(actual));
  }

  void find_alike() {
    for (const auto& [pair, pages] : cells_) {
      const auto [first, second] = pair;
      if (first >= second) continue;
      const AlikePair alike{first, second, share(first, second), share(second, first)};
      if (std::min(alike.first_as_second, alike.second_as_first) >= how_.confused)
        report_.alike.push_back(alike);
    }
    std::stable_sort(
        report_.alike.begin(), report_.alike.end(), [](const AlikePair& a, const AlikePair& b) {
          return a.first_as_second + a.second_as_first > b.first_as_second + b.second_as_first;
        });
  }

  const TrainingSet& set_;
  const HeldOutOptions& how_;
  HeldOutReport report_;
  std::map<Pair, std::size_t> cells_;
  std::map<TopicId, std::size_t> judged_of_;
};

}  // namespace

Result<HeldOutReport> test_held_out(const TrainingSet& set, const TrainingOptions& options,
                                    const HeldOutOptions& how) {
  const std::vector<ExampleId> examples = set.all();
  const Result<std::unique_ptr<TrainedModel>> whole = train(set, examples, options);
  if (!whole) return fail(whole.error());
  return test_held_out(set, **whole, how);
}

Result<HeldOutReport> test_held_out(const TrainingSet& set, const TrainedModel& whole,
                                    const HeldOutOptions& how) {
  const std::vector<ExampleId> examples = set.all();
  Reporter reporter(set, how);
  for (const std::vector<ExampleId>& part :
       deal_to_parts(set, examples, static_cast<std::size_t>(std::max(2, how.folds)))) {
    if (part.empty()) continue;
    const Result<std::unique_ptr<TrainedModel>> model =
        train_again(set, without(examples, part), whole);
    if (!model) {
      Error error = model.error();
      error.message = "without the examples of one part, " + error.message;
      error.hint = "give examples from more sites";
      return fail(std::move(error));
    }
    for (const ExampleId example : part)
      reporter.judge(example, (*model)->classify(set.page_of(example)).best);
  }
  return reporter.finish(examples);
}

}  // namespace porthole::topics
