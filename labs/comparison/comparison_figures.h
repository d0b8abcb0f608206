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

#include "labs/comparison/compared_run.h"
#include "labs/comparison/comparison.h"
#include "labs/comparison/harvest.h"
#include "labs/comparison/importance_figures.h"

namespace porthole::labs {

// Statistics of links over the distinct pages of all runs: their metadata, and whether they join
// relevant pages.

/// Frequency of link metadata, over the pages that have a hyperlink.
struct LinkMetadataFigures {
  std::uint64_t pages = 0, links = 0;
  std::array<std::uint64_t, kLinkMetadataKinds> links_with{}, pages_with{};
};
LinkMetadataFigures link_metadata_of(const std::vector<ComparedRun>& runs);

/// Link structure between relevant and other pages, on which strategies that follow links of
/// relevant pages depend. A link is from one fetched page to another, each pair once.
struct LinkStructureFigures {
  std::uint64_t pages = 0, relevant = 0;
  std::uint64_t relevant_cited_by_relevant = 0;  ///< Relevant pages to which a relevant page links.
  std::uint64_t relevant_cited_by_others = 0;  ///< Those to which others link, and no relevant one.
  /// Link counts by relevance of the source, then of the target.
  std::array<std::array<std::uint64_t, 2>, 2> links{};

  std::uint64_t all_links() const { return links[0][0] + links[0][1] + links[1][0] + links[1][1]; }
  /// r = (sum e_ii - sum a_i b_i) / (1 - sum a_i b_i), e the shares of links between and within the
  /// two kinds, a and b their sums over sources and targets: 1 when links stay within each kind, 0
  /// when links are independent of it, negative when they prefer the other kind. Not a number when
  /// all links begin and end in one kind.
  /// Source: Newman, "Mixing patterns in networks", Physical Review E 67, 2003, equation 2.
  double assortativity() const;
};
LinkStructureFigures link_structure_of(const std::vector<ComparedRun>& runs);

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
