#pragma once

/// Runs strategies from the same seeds over the same web, with several subsets of the seeds.
///
/// In:  a collection's specification, whose network is a gateway or a recorded web; strategies; a
///      judge that is independent of the crawls.
/// Out: what each crawl found, in order.
///
/// Run 0 of a strategy begins at all seeds. Repeat k = 1, 2, ... draws a random half of them: run
/// 2k - 1 begins at that half, run 2k at the others. The halves are the same for all strategies.
///
/// Responses and parsed pages are cached and shared by the crawls; the cache needs memory for all
/// pages. A crawl takes one page after the other, so that the same seeds and the same random seed
/// give the same crawl. There are no politeness delays, since no foreign server is asked.
///
/// Finished runs are stored in FOLDER/runs and reused by later comparisons with the same
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
#include "labs/comparison/compared_run.h"
#include "labs/comparison/oracle.h"

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
  /// The remedy when a strategy needs the importance of pages and the collection has no model of
  /// it; "" = it has one, or the crawl is to find out.
  std::string importance_remedy{};
  /// Fingerprint of the judge, the model and the specification: runs with another one are not
  /// reused.
  std::string fingerprint;
  const std::atomic<int>* stop = nullptr;
  /// Called after each run, from any thread, one at a time.
  std::function<void(std::size_t done, std::size_t all)> progress{};
};

struct Comparison {
  std::vector<ComparedRun> runs;  ///< By strategy in the order of the plan, then by number.
  std::size_t used_again = 0;     ///< Number of runs reused from an earlier comparison.
  bool interrupted = false;       ///< Then some are missing.
};

/// Validates a plan before anything is done.
/// Errors: kUsage or kInvalid for an unknown or repeated strategy, or for none at all; kIncomplete
/// when nothing can be crawled, the web is the live one, or a model of importance is missing.
Result<void> check_plan(const ComparisonPlan& plan);

/// Errors: those of check_plan(); those of gather(), with the strategy's name; kStorage.
Result<Comparison> compare(const ComparisonPlan& plan);

}  // namespace porthole::labs
