#pragma once

/// Trains a linear SVM (linear_svm.h) from examples.
///
/// Thread safety: pure functions.

#include <memory>
#include <vector>

#include "topics/classify/linear_svm.h"
#include "topics/classify/training_set.h"

namespace porthole::topics {

/// Chooses the cost of each inner node by cross-validation.
LinearSvmSettings choose_settings(const TrainingSet& set, const std::vector<ExampleId>& examples,
                                  const LinearSvmOptions& options);

/// Nodes for which `settings` has no choice take the first cost of its options, or 1.
std::unique_ptr<LinearSvm> train_linear_svm(const TrainingSet& set,
                                            const std::vector<ExampleId>& examples,
                                            const LinearSvmSettings& settings);

}  // namespace porthole::topics
