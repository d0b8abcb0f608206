#pragma once

/// Runs strategies from the same seeds over the same web, with several subsets of the seeds.
///
/// In:  a collection's specification, whose network is a gateway or a recorded web; strategies; a
///      judge that the crawls know nothing of.
/// Out: what each crawl found, in order.
///
/// Run 0 of a strategy begins at all seeds. Repeat k = 1, 2, ... draws a random half of them: run
/// 2k - 1 begins at that half, run 2k at the others. The halves are the same for all strategies.
///
/// What was answered and parsed once is not asked for and parsed again by the other crawls; the
/// memory for that is the size of the pages. A crawl takes one page after the other, so that the
/// same seeds and the same random seed give the same crawl. Nothing waits for politeness: nobody
/// else's server is asked.
///
/// Each finished run is kept in FOLDER/runs, and used again by a later comparison with the same
/// parameters.
///
/// Source: Chakrabarti, van den Berg, Dom 1999 (VLDB), section 3.5 (crawls from disjoint start
/// sets).

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "collection/specification.h"
#include "labs/experiments/comparison/compared_run.h"
#include "labs/experiments/oracle.h"

namespace porthole::labs {

/// The seeds of one run.
struct SeedPart {
  int run = 0;
  std::vector<collection::Seed> seeds;
};

/// The runs of every strategy: 1 + 2 * repeats, or run 0 alone for fewer than two seeds. A seed
/// that stands twice (http and https are one) counts once.
std::vector<SeedPart> draw_seed_parts(const std::vector<collection::Seed>& seeds, int repeats,
                                      std::uint64_t random_seed);

struct ComparisonPlan {
  std::filesystem::path folder;
  collection::Specification specification;
  std::filesystem::path model;  ///< Folder of the model that the crawls judge by; "" = none needed.
  std::vector<std::string> strategies;  ///< NAME:OPTION=VALUE:..., or "oracle".
  std::int64_t pages = 0;               ///< Budget of each crawl.
  int repeats = 0;
  std::uint64_t random_seed = 1;
  unsigned threads = 1;
  RunJudge judge;
  Oracle::OnTopic labels{};  ///< For the oracle; empty = there is none.
  /// What the judge, the model and the specification are made of: runs under another one are not
  /// used again.
  std::string fingerprint;
  const std::atomic<int>* stop = nullptr;
  /// Called after each run, from any thread, one at a time.
  std::function<void(std::size_t done, std::size_t all)> progress{};
};

struct Comparison {
  std::vector<ComparedRun> runs;  ///< By strategy in the order of the plan, then by number.
  std::size_t used_again = 0;     ///< Of them, how many an earlier comparison had made.
  bool interrupted = false;       ///< Then some are missing.
};

/// Says what is wrong with a plan before anything is done.
/// Errors: kUsage or kInvalid for a strategy that there is not, or stands twice, or for none at
/// all; kIncomplete when nothing can be crawled, or the web is the live one.
Result<void> check_plan(const ComparisonPlan& plan);

/// Errors: those of check_plan(); those of gather(), with the strategy's name; kStorage.
Result<Comparison> compare(const ComparisonPlan& plan);

}  // namespace porthole::labs
