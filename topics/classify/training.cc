#include "topics/classify/training.h"

#include <algorithm>
#include <utility>

#include "topics/classify/linear_svm.h"
#include "topics/classify/naive_bayes_training.h"

namespace porthole::topics {
namespace {

// Some inner node has two children with examples.
bool can_learn(const TrainingSet& set, const std::vector<ExampleId>& examples) {
  const Taxonomy& taxonomy = set.taxonomy();
  std::vector<bool> has_examples(taxonomy.size(), false);
  for (const ExampleId example : examples) {
    TopicId topic = set.topic_of(example);
    for (; !has_examples[topic] && topic != kRootTopic; topic = taxonomy[topic].parent)
      has_examples[topic] = true;
  }
  for (std::size_t id = 0; id < taxonomy.size(); ++id) {
    const std::vector<TopicId>& children = taxonomy[static_cast<TopicId>(id)].children;
    const auto with_examples = std::count_if(children.begin(), children.end(),
                                             [&](TopicId child) { return has_examples[child]; });
    if (with_examples >= 2) return true;
  }
  return false;
}

tl::unexpected<Error> nothing_to_learn() {
  return fail(ErrorCode::kIncomplete, "no two topics side by side have examples",
              "give example pages to a topic and to one of its siblings");
}

}  // namespace

std::string_view model_kind_name(ModelKind kind) {
  return kind == ModelKind::kNaiveBayes ? "naive-bayes" : "svm";
}

std::optional<ModelKind> model_kind(std::string_view name) {
  for (const ModelKind kind : {ModelKind::kNaiveBayes, ModelKind::kLinearSvm}) {
    if (name == model_kind_name(kind)) return kind;
  }
  return std::nullopt;
}

Result<std::unique_ptr<TrainedModel>> train(const TrainingSet& set,
                                            const TrainingOptions& options) {
  return train(set, set.all(), options);
}

Result<std::unique_ptr<TrainedModel>> train(const TrainingSet& set,
                                            const std::vector<ExampleId>& examples,
                                            const TrainingOptions& options) {
  if (!can_learn(set, examples)) return nothing_to_learn();
  if (options.kind == ModelKind::kLinearSvm) {
    return train_linear_svm(set, examples, choose_settings(set, examples, options.svm));
  }
  return train_naive_bayes(set, examples, choose_settings(set, examples, options.naive_bayes));
}

Result<std::unique_ptr<TrainedModel>> train_again(const TrainingSet& set,
                                                  const std::vector<ExampleId>& examples,
                                                  const TrainedModel& before) {
  if (!can_learn(set, examples)) return nothing_to_learn();
  std::unique_ptr<TrainedModel> model;
  if (const auto* svm = dynamic_cast<const LinearSvm*>(&before)) {
    model = train_linear_svm(set, examples, svm->settings());
  } else if (const auto* bayes = dynamic_cast<const NaiveBayes*>(&before)) {
    model = train_naive_bayes(set, examples, bayes->settings());
  }
  if (model != nullptr) {
    model->set_text(before.text());
    return model;
  }
  return fail(ErrorCode::kUnsupported,
              "a model of kind " + std::string(before.name()) + " cannot be trained again");
}

Result<std::unique_ptr<TrainedModel>> train_again(const TrainingSet& set,
                                                  const TrainedModel& before) {
  return train_again(set, set.all(), before);
}

}  // namespace porthole::topics
