#pragma once

/// Splits a taxonomy's examples into two halves that share no site: one to train the judge of a
/// crawl, the other for the judge that evaluates the crawl.
///
/// Thread safety: pure functions.

#include <vector>

#include "topics/classify/training_set.h"

namespace porthole::labs {

struct ExampleSplit {
  std::vector<topics::ExampleId> crawl;
  std::vector<topics::ExampleId> report;
  /// Topics all of whose sites fell into one half; their pages were split one by one instead, so
  /// that both halves know the topic, and share its sites.
  std::vector<topics::TopicId> shared_sites;
};

/// Assigns, topic by topic, each unassigned site to the half with fewer examples of the topic.
ExampleSplit split_examples(const topics::TrainingSet& set);

}  // namespace porthole::labs
