#pragma once

/// Plays a crawl that ends at a goal of recall (`gather --until-recall`) over a recorded web, and
/// compares the interval that it ends with and the truth.
///
/// In:  a crawl (its budget does not bind), a strategy, the goal.
/// Out: the recall that the crawl says it has, and the one that it has, of the pages that its judge
///      calls relevant and to which links lead from the seeds.
///
/// Samples, estimate and the rule for the end are those of gatherer/crawl/recall_audit.h and
/// sampler/frontier_recall.h. Not simulated: new seeds of lacking sites. Thread safety: pure
/// function.

#include <cstddef>
#include <cstdint>

#include "gatherer/crawl/gather_options.h"
#include "labs/experiments/capped_play.h"
#include "sampler/interval.h"

namespace porthole::labs {

struct RecallTrial {
  sampler::Interval said;
  double truth = 0;
  std::size_t samples = 0;
  std::size_t fetched = 0, reached = 0;  ///< Pages; those that links lead to from the seeds.

  bool is_too_high() const { return said.low > truth; }
  bool holds() const { return said.low <= truth && truth <= said.high; }
};

RecallTrial play_until_recall(const CappedPlay& crawl, gatherer::Strategy& strategy,
                              const gatherer::RecallGoal& goal, std::uint64_t random_seed);

}  // namespace porthole::labs
