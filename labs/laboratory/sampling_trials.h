#pragma once

/// Monte Carlo trials of sampling on a known web: coverage of the intervals, uniformity, cost.
///
/// In:  a known web, a kind of walk, seeds.
/// Out: precision, what was read; how often samples pass for uniform, how far the walks' time is
///      from it; of the intervals of statistics and of recall the share that holds the truth.
///
/// The truth is that of the pages on topic that the walk can reach: the largest component of S for
/// hard focus, all of S for the others. A run of recall also crawls the topic, breadth-first from
/// pages on it that are drawn at random, until it has a share of it that is drawn at random too,
/// between a tenth and nine tenths.
///
/// Uniform is what Pearson's chi-square does not reject at 0.05. Its classes are the pages; where
/// the sample has fewer than five for each, runs of pages that lie together: along the direction
/// that the walk mixes last, for hard focus, so that nothing is more likely to be found out.
/// Thread safety: pure functions.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "labs/laboratory/known_web.h"
#include "sampler/region.h"

namespace porthole::labs {

struct TrialOptions {
  sampler::WalkKind kind = sampler::WalkKind::kHard;
  int trials = 100;
  std::int64_t moves = 1000;  ///< Moves of each walk.
  std::uint32_t walks = 4;
  bool in_links_known = true;
  bool by_short_walks = false;  ///< Variant of the neighbourhood as published (sampler/region.h).
  int radius = 1;               ///< k of the neighbourhood.
  int trial_steps = 3;          ///< k of trial and error.
  std::size_t window = 0;       ///< L; a known web has no traps.
};

/// Intervals that held the truth.
struct Held {
  std::string name;
  std::size_t held = 0, of = 0;
};

struct TrialFigures {
  std::size_t trials = 0;
  double precision = 0;  ///< Means over the trials.
  double distance = 0;   ///< Total variation between the walks' time on the topic and uniform.
  double read = 0;
  std::vector<Held> all;  ///< Uniformity, shares of out-degrees and sites, recall of pages.
};

TrialFigures run_trials(const KnownWeb& web, const TrialOptions& options);

}  // namespace porthole::labs
