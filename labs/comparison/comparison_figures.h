#pragma once

/// Computes the figures of a comparison from its runs.
///
/// Curves are sampled at the same numbers of pages fetched for every run: each hundredth of the
/// budget. Counts stay constant after the last page of a run; moving averages end there. "Relevant"
/// always means the comparison's judge, never the crawl's own.
///
/// Thread safety: pure functions.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "labs/comparison/comparison.h"
#include "labs/comparison/importance_figures.h"
#include "labs/comparison/link_figures.h"
#include "labs/comparison/spread.h"

namespace porthole::labs {

inline constexpr std::size_t kWindow = 100;        ///< Pages of the moving average.
inline constexpr std::size_t kRelevanceBins = 10;  ///< [0, 0.1), ..., [0.9, 1].
inline constexpr std::size_t kMostDistance = 15;   ///< Longer ones count as this.

struct RunFigures {
  std::string strategy;
  int run = 0;
  int repeat = 0;
  std::size_t seeds = 0;
  std::size_t pages = 0;     ///< Fetched, each once.
  std::size_t labelled = 0;  ///< Those of them with a label.
  std::size_t relevant = 0;
  std::size_t sites = 0;  ///< Sites with a relevant page.
  double area = 0;        ///< Under the harvest curve (harvest.h).
  /// Half of the relevant pages, seeds left out, that the best strategy found in this run.
  std::size_t half = 0;
  double precision_to_half = 0;  ///< Until that many were found (harvest.h).
  bool reached_half = false;
  std::string stop_reason;
  Curve found, found_sites;  ///< Harvest curves.
  /// Mean relevance of the last kWindow pages, or of all so far while they are fewer.
  Curve moving_average;
  /// Share of the pages by relevance: the judge's, and the crawl's own.
  std::array<double, kRelevanceBins> distribution{}, own_distribution{};
  /// Histogram of the top authorities by their distance in links from the seeds.
  std::array<std::size_t, kMostDistance + 1> distances{};
  std::size_t unreached = 0;  ///< Authorities to which no link that was read leads.
  std::size_t authorities = 0;
};

/// Coverage: how much of the finds of one run (the reference) another run of the same repeat and
/// strategy, from disjoint seeds, fetched too.
struct CoverageFigures {
  std::string strategy;
  int repeat = 0, reference = 0, test = 0;              ///< Numbers of the runs.
  std::size_t relevant_urls = 0, relevant_servers = 0;  ///< Counts of the reference.
  Curve urls, servers;  ///< Share of them that the test had fetched.
};

/// Overlap of two sets: Jaccard's coefficient, common / in either, and the share that Chakrabarti,
/// van den Berg, Dom (Focused Crawling, 1999), section 4.3, plot: common / in one of them, here the
/// mean over both. With sets of one size the share s is 2 J / (1 + J). Not a number for empty sets.
struct Overlap {
  double jaccard = 0, share = 0;
};

/// Overlap of two runs from disjoint seeds.
struct OverlapFigures {
  std::string strategy;
  int repeat = 0;
  Overlap pages, relevant_pages, servers;
};

struct StrategyFigures {
  std::string strategy;
  Spread pages, relevant, sites, area, precision_to_half, median_distance;
  Spread coverage_urls, coverage_servers;                   ///< At the end of the test crawl.
  Spread overlap_pages, overlap_relevant, overlap_servers;  ///< Jaccard.
  Spread shared_pages, shared_relevant, shared_servers;     ///< Overlap::share.
  Band found, found_sites, moving_average, covered_urls, covered_servers;
  std::array<Spread, kRelevanceBins> distribution, own_distribution;
  std::array<Spread, kMostDistance + 1> distances;
  Spread unreached;
  std::vector<std::pair<std::string, std::size_t>> stop_reasons;  ///< And how many runs ended so.
};

struct Figures {
  std::vector<std::size_t> grid;  ///< Pages fetched, ascending; the last is the budget.
  std::vector<RunFigures> runs;   ///< As in the comparison.
  std::vector<CoverageFigures> coverage;
  std::vector<OverlapFigures> overlap;
  std::vector<StrategyFigures> strategies;  ///< In the order of the plan.
  LinkMetadataFigures link_metadata;
  LinkStructureFigures link_structure;
  ImportanceFigures importance;
};

Figures figures_of(const Comparison& comparison, const std::vector<std::string>& strategies,
                   std::int64_t pages);

}  // namespace porthole::labs
