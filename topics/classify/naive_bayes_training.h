#pragma once

/// Trains a naive Bayes model (naive_bayes.h) from examples.
///
/// Thread safety: pure functions.

#include <memory>
#include <vector>

#include "topics/classify/naive_bayes.h"
#include "topics/classify/training_set.h"

namespace porthole::topics {

/// Chooses, for each inner node, the number of features and the length with the best log
/// probability of the held-out examples' topics; with only one length to choose from, the number of
/// features with the best accuracy.
NaiveBayesSettings choose_settings(const TrainingSet& set, const std::vector<ExampleId>& examples,
                                   const NaiveBayesOptions& options);

/// Nodes without an entry in `settings` use all features and unlimited length.
std::unique_ptr<NaiveBayes> train_naive_bayes(const TrainingSet& set,
                                              const std::vector<ExampleId>& examples,
                                              const NaiveBayesSettings& settings);

}  // namespace porthole::topics
