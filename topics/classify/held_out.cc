#include "topics/classify/held_out.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "topics/classify/training_set.h"

namespace porthole::topics {
namespace {

/// Fewer held-out choices than these do not calibrate a model.
constexpr std::size_t kFewestChoices = 50;

using Pair = std::pair<TopicId, TopicId>;

class Reporter {
 public:
  Reporter(const TrainingSet& set, const HeldOutOptions& how, HeldOutReport& report)
      : set_(set), how_(how), report_(report) {
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

  void finish(const std::vector<ExampleId>& examples) {
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
  HeldOutReport& report_;
  std::map<Pair, std::size_t> cells_;
  std::map<TopicId, std::size_t> judged_of_;
};

using Choices = std::vector<HeldOutChoice>;

// Adds what the model thought of the children of each topic on the way to the page's own.
void add_choices(const TrainingSet& set, ExampleId example, const TermCounts& page,
                 const TrainedModel& model, Choices& choices) {
  const Taxonomy& taxonomy = set.taxonomy();
  std::vector<TrainedModel::LogProbability> children;
  for (TopicId topic = set.topic_of(example); topic != kRootTopic;) {
    const TopicId right = topic;
    topic = taxonomy[topic].parent;
    children.clear();
    model.descend(topic, page, children);
    HeldOutChoice choice{{}, children.size()};
    for (std::size_t i = 0; i < children.size(); ++i) {
      choice.log_probabilities.push_back(children[i].log_probability);
      if (children[i].topic == right) choice.right = i;
    }
    choices.push_back(std::move(choice));
  }
}

/// A part of the examples, and the model that was trained without it.
struct Fold {
  std::vector<ExampleId> examples;
  std::unique_ptr<TrainedModel> model;
  Choices choices;  ///< Those of the model over the examples.
};

/// The temperature from the choices of the folds but `left_out`.
double temperature_without(const std::vector<Fold>& folds, std::size_t left_out) {
  Choices all;
  for (std::size_t i = 0; i < folds.size(); ++i) {
    const Choices& choices = folds[i].choices;
    if (i != left_out) all.insert(all.end(), choices.begin(), choices.end());
  }
  return fit_temperature(all);
}

struct Temperatures {
  std::vector<double> of_fold;  ///< Each from the choices of the other folds.
  bool help = false;            ///< Whether the folds are judged better with them.
};

Temperatures temperatures_of(const std::vector<Fold>& folds) {
  Temperatures out;
  std::size_t made = 0;
  double before = 0, after = 0;
  for (std::size_t i = 0; i < folds.size(); ++i) {
    out.of_fold.push_back(temperature_without(folds, i));
    made += folds[i].choices.size();
    before += cross_entropy(folds[i].choices, 1);
    after += cross_entropy(folds[i].choices, out.of_fold[i]);
  }
  out.help = made >= kFewestChoices && after < before;
  return out;
}

void add_prediction(const Taxonomy& taxonomy, TopicId actual, const Classification& judged,
                    Reliability& reliability) {
  if (!taxonomy.good().empty())
    return reliability.add(judged.relevance, taxonomy.is_wanted(actual));
  TopicProbability best;
  for (const TopicProbability& topic : judged.topics) {
    const bool is_first_level =
        topic.topic != kRootTopic && taxonomy[topic.topic].parent == kRootTopic;
    if (is_first_level && topic.probability > best.probability) best = topic;
  }
  reliability.add(std::min(best.probability, 1.0),
                  best.topic != kRootTopic && taxonomy.is_within(actual, best.topic));
}

/// Trains a model without each part of the examples, and adds its predictions for the part to
/// `report`.
Result<std::vector<Fold>> train_folds(const TrainingSet& set,
                                      const std::vector<ExampleId>& examples,
                                      const TrainedModel& whole, const HeldOutOptions& how,
                                      HeldOutReport& report) {
  std::vector<Fold> folds;
  for (std::vector<ExampleId>& part :
       deal_to_parts(set, examples, static_cast<std::size_t>(std::max(2, how.folds)))) {
    if (part.empty()) continue;
    Result<std::unique_ptr<TrainedModel>> model = train_again(set, without(examples, part), whole);
    if (!model) {
      Error error = model.error();
      if (error.code == ErrorCode::kIncomplete) {
        error.message =
            "there are too few examples: the test trains without those of some sites, and only one "
            "topic was left";
        error.hint = "give each topic more examples, from more sites (porthole examples add)";
      }
      return fail(std::move(error));
    }
    Fold& fold = folds.emplace_back(Fold{std::move(part), std::move(*model), {}});
    for (const ExampleId example : fold.examples) {
      const TermCounts page = set.page_of(example);
      add_choices(set, example, page, *fold.model, fold.choices);
      add_prediction(set.taxonomy(), set.topic_of(example), fold.model->classify(page),
                     report.uncalibrated);
    }
  }
  return folds;
}

}  // namespace

Result<HeldOutReport> test_held_out(const TrainingSet& set, const TrainingOptions& options,
                                    const HeldOutOptions& how) {
  const std::vector<ExampleId> examples = set.all();
  TRY_AS(whole, train(set, examples, options));
  return test_held_out(set, **whole, how);
}

Result<HeldOutReport> test_held_out(const TrainingSet& set, const TrainedModel& whole,
                                    const HeldOutOptions& how) {
  return test_held_out(set, set.all(), whole, how);
}

Result<HeldOutReport> test_held_out(const TrainingSet& set, const std::vector<ExampleId>& examples,
                                    const TrainedModel& whole, const HeldOutOptions& how) {
  HeldOutReport report;
  report.of_relevance = !set.taxonomy().good().empty();
  TRY_AS(folds, train_folds(set, examples, whole, how, report));
  const Temperatures temperatures = temperatures_of(*folds);
  Reporter reporter(set, how, report);
  for (std::size_t i = 0; i < folds->size(); ++i) {
    const Fold& fold = (*folds)[i];
    if (temperatures.help) fold.model->set_temperature(temperatures.of_fold[i]);
    for (const ExampleId example : fold.examples) {
      const Classification judged = fold.model->classify(set.page_of(example));
      reporter.judge(example, judged.best);
      add_prediction(set.taxonomy(), set.topic_of(example), judged, report.calibrated);
    }
  }
  if (temperatures.help) report.temperature = temperature_without(*folds, folds->size());
  reporter.finish(examples);
  return report;
}

}  // namespace porthole::topics
