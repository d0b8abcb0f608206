#pragma once

/// Two classifiers from one taxonomy's examples: one for crawls to judge by, one that the crawls
/// never see, to count what they found.
///
/// In:  a collection with a taxonomy that has good topics, and its examples (training/training.h).
/// Out: the crawls' model in a folder; the other one as a judge.
///
/// The examples are parted by site (training/example_split.h), so that the second judge does not
/// repeat what the first has taken a site's furniture for.

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "gatherer/judge/page_judge.h"
#include "training/model_folder.h"

namespace porthole::training {

struct HeldOutJudge {
  std::unique_ptr<gatherer::PageJudge> judge;
  std::size_t crawl_examples = 0;
  std::size_t report_examples = 0;
  std::size_t topics = 0;                  ///< With examples in either.
  std::size_t topics_on_shared_sites = 0;  ///< Of them, those whose sites both know.
  std::size_t agreed =
      0;  ///< Examples of the crawls' half that the judge puts on the right side: wanted or not.
  std::string fingerprint;      ///< Of both models.
  std::vector<Error> failures;  ///< Examples that cannot be had.
};

struct HeldOutOptions {
  const std::atomic<int>* stop = nullptr;
  /// Of the example pages that have to be fetched.
  std::function<void(std::size_t done, std::size_t all)> progress;
};

/// Trains both; the crawls' goes into `folder` as `porthole train` would write it.
/// Errors: those of gather_examples() and topics::train(); kIncomplete when one half cannot tell
/// topics apart.
Result<HeldOutJudge> train_held_out(const OpenTaxonomy& open, const std::filesystem::path& folder,
                                    const HeldOutOptions& options);

}  // namespace porthole::training
