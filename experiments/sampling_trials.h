#pragma once

/// Many samples of a known web, and how often what they say is true.
///
/// In:  a known web, a kind of walk, seeds.
/// Out: precision, what was read, effective sizes; of the intervals of statistics and of recall the share that holds
///      the truth, over all samples and over those whose walks had mixed by their own diagnostics.
///
/// The truth is that of the pages on topic that the walk can reach: the largest component of S for hard focus, all of S
/// for the others. A run of recall also crawls the web breadth-first from pages drawn at random.
/// Thread safety: pure functions.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "experiments/known_web.h"
#include "sampler/region.h"

namespace porthole::experiments {

struct TrialOptions {
  sampler::WalkKind kind = sampler::WalkKind::kHard;
  int trials = 100;
  std::int64_t moves = 1000;   ///< Of each walk.
  std::uint32_t walks = 4;
  bool in_links_known = true;
  std::size_t window = 0;      ///< L; the recorded web has no traps.
  std::size_t crawl_pages = 0; ///< Of the crawls whose recall is asked for; 0 = half of the web.
};

/// Intervals that held the truth.
struct Held {
  std::string name;
  std::size_t held = 0, of = 0;
};

struct TrialFigures {
  std::size_t trials = 0, mixed = 0;
  double precision = 0;        ///< Means over the trials.
  double read = 0;
  double effective_size = 0;
  double sample = 0;
  std::vector<Held> all;       ///< out_degree, shares, recall of pages, of sites.
  std::vector<Held> of_mixed;  ///< The same of the samples whose walks had mixed.
};

TrialFigures run_trials(const KnownWeb& web, const TrialOptions& options);

}  // namespace porthole::experiments
