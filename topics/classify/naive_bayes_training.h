#pragma once

/// Learns a naive Bayes model (naive_bayes.h) from examples.
///
/// Thread safety: pure functions.

#include <memory>
#include <vector>

#include "topics/classify/naive_bayes.h"
#include "topics/classify/training_set.h"

namespace porthole::topics {

/// Chooses, for each inner node, the number of features and the length that give the topics of held-out examples
/// the best log probability; where there is but one length to choose, the number of features by which most go right.
NaiveBayesSettings choose_settings(const TrainingSet& set, const std::vector<ExampleId>& examples,
                                   const NaiveBayesOptions& options);

/// Nodes for which `settings` has no choice take all features and no limit of length.
std::unique_ptr<NaiveBayes> train_naive_bayes(const TrainingSet& set, const std::vector<ExampleId>& examples,
                                              const NaiveBayesSettings& settings);

}  // namespace porthole::topics
