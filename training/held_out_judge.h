#pragma once

/// Trains two classifiers from disjoint halves of the examples: one judges during crawls, the other
/// evaluates them.
///
/// In:  a collection with a taxonomy that has good topics, and its examples (training/training.h).
/// Out: the crawls' model in a folder; the other one as a judge.
///
/// The examples are split by site (split_examples()), so that the second judge does not
/// repeat the first one's errors from site boilerplate learned as topic features.

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "gatherer/judge/page_judge.h"
#include "topics/classify/training_set.h"
#include "training/model_folder.h"

namespace porthole::training {

struct HeldOutJudge {
  std::unique_ptr<gatherer::PageJudge> judge;
  std::size_t crawl_examples = 0;
  std::size_t report_examples = 0;
  std::size_t topics = 0;                  ///< Topics with examples in either half.
  std::size_t topics_on_shared_sites = 0;  ///< Those of them whose sites are in both halves.
  /// Examples of the crawls' half that the judge classifies correctly as wanted or not.
  std::size_t agreed = 0;
  std::string fingerprint;      ///< Fingerprint of both models.
  std::vector<Error> failures;  ///< Examples that could not be read.
};

struct HeldOutOptions {
  const std::atomic<int>* stop = nullptr;
  /// Progress of fetching example pages.
  std::function<void(std::size_t done, std::size_t all)> progress;
};

/// Trains both; the crawls' goes into `folder` as `porthole train` would write it.
/// Errors: those of gather_examples() and topics::train(); kIncomplete when one half cannot tell
/// topics apart.
Result<HeldOutJudge> train_held_out(const OpenTaxonomy& open, const std::filesystem::path& folder,
                                    const HeldOutOptions& options);

// Splits a taxonomy's examples into two halves that share no site: one to train the judge of a
// crawl, the other for the judge that evaluates the crawl.
//
// Thread safety: pure functions.

struct ExampleSplit {
  std::vector<topics::ExampleId> crawl;
  std::vector<topics::ExampleId> report;
  /// Topics all of whose sites fell into one half; their pages were split one by one instead, so
  /// that both halves know the topic, and share its sites.
  std::vector<topics::TopicId> shared_sites;
};

/// Assigns, topic by topic, each unassigned site to the half with fewer examples of the topic.
ExampleSplit split_examples(const topics::TrainingSet& set);

}  // namespace porthole::training
