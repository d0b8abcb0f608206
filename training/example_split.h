#pragma once

/// Two halves of a taxonomy's examples that share no site: one to train a crawl's judge on, the
/// other for the judge that counts what the crawl found.
///
/// Thread safety: pure functions.

#include <vector>

#include "topics/classify/training_set.h"

namespace porthole::labs {

struct ExampleSplit {
  std::vector<topics::ExampleId> crawl;
  std::vector<topics::ExampleId> report;
  /// Topics all of whose sites fell into one half; their pages were dealt out one by one instead,
  /// so that both halves know the topic, and share its sites.
  std::vector<topics::TopicId> shared_sites;
};

/// Topic by topic, each site that is not dealt yet goes to the half that has fewer examples of the
/// topic.
ExampleSplit split_examples(const topics::TrainingSet& set);

}  // namespace porthole::labs
