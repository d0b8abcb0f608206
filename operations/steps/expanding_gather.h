#pragma once

/// Gathers in rounds, between which the topic expander changes the topic by itself
/// (gather --expand; training/automatic_expansion.h).
///
/// In:  a collection that is opened anew for each round, its repository, the options of the crawl.
/// Out: the collection crawled, its topic perhaps with other terms, its pages judged by them.
///
/// A round ends when the collection has twice the pages of the round before, the first one at 100
/// pages, so that reading the whole crawl again costs little beside fetching it. A run begins with
/// the expander when the collection has 100 pages already.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "collection/collection.h"
#include "gatherer/crawl/gather_options.h"
#include "operations/steps/step_watch.h"
#include "repository/repository.h"

namespace porthole::operations {

struct ExpandedGather {
  gatherer::GatherReport gathered;  ///< All rounds together.
  std::vector<std::string> added;
  std::vector<std::string> taken_back;
};

class ExpandingGather {
 public:
  using Open = std::function<Result<collection::Collection>()>;

  /// Refers to all of its arguments.
  ExpandingGather(const Open& open, repository::Repository& repository, const StepWatch& watch)
      : open_(open), repository_(repository), watch_(watch) {}

  /// Requires: no GatherOptions::refresh.
  /// Errors: those of gatherer::gather(), expand_by_evidence() and judge_again().
  Result<ExpandedGather> run(gatherer::GatherOptions options);

 private:
  Result<void> expand(ExpandedGather& done);
  /// Returns whether another round follows.
  Result<bool> gather_round(gatherer::GatherOptions options, std::int64_t most,
                            ExpandedGather& done);

  const Open& open_;
  repository::Repository& repository_;
  const StepWatch& watch_;
};

}  // namespace porthole::operations
