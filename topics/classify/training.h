#pragma once

/// Trains a topic model of either kind from examples.
///
///   Result<std::unique_ptr<TrainedModel>> model = train(set, {});   // chooses its settings
///   HeldOutReport report = *test_held_out(set, {});                 // held_out.h
///   set.move(page, topic);
///   model = train_again(set, **model);                              // with the same settings
///
/// Thread safety: pure functions.

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "topics/classify/linear_svm.h"
#include "topics/classify/naive_bayes.h"
#include "topics/classify/trained_model.h"
#include "topics/classify/training_set.h"

namespace porthole::topics {

enum class ModelKind { kNaiveBayes, kLinearSvm };
/// "naive-bayes", "svm": as TopicModel::name() says.
std::string_view model_kind_name(ModelKind kind);
std::optional<ModelKind> model_kind(std::string_view name);

struct TrainingOptions {
  ModelKind kind = ModelKind::kNaiveBayes;
  NaiveBayesOptions naive_bayes;
  LinearSvmOptions svm;
};

/// Trains on all examples of `set`; open hyperparameters are chosen on held-out examples.
/// Errors: kIncomplete when no two sibling topics have examples.
Result<std::unique_ptr<TrainedModel>> train(const TrainingSet& set, const TrainingOptions& options);

/// Trains on some of its examples.
Result<std::unique_ptr<TrainedModel>> train(const TrainingSet& set,
                                            const std::vector<ExampleId>& examples,
                                            const TrainingOptions& options);

/// Trains again after examples were added, moved or removed, with the hyperparameters and the text
/// of `before`, not calibrated: under a second for 5,000 pages. The taxonomy must be that of
/// `before`, or contain it.
Result<std::unique_ptr<TrainedModel>> train_again(const TrainingSet& set,
                                                  const TrainedModel& before);
Result<std::unique_ptr<TrainedModel>> train_again(const TrainingSet& set,
                                                  const std::vector<ExampleId>& examples,
                                                  const TrainedModel& before);

}  // namespace porthole::topics
