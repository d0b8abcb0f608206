#pragma once

/// Topicality and importance of the pages that strategies found, their sites, trusted domains, and
/// the balance alpha of the utility-biased crawlers.
///
/// In:  the runs of a comparison, with judgements and labels that no crawl has seen.
/// Out: averages of each run, curves over the crawl, and the joint distribution of both.
///
/// average topicality: share of the pages fetched that the comparison's judge finds relevant
/// average importance:     mean of ln(1 + label) over the pages that have one
///
/// Source: Pant, Srinivasan, "Status Locality on the Web", sections 5.1 (both averages), 6.3 (alpha
/// over the crawl), 7.3 (domains, trusted sites) and appendix (the map).
/// Thread safety: pure functions.

#include <array>
#include <string>
#include <vector>

#include "labs/comparison/compared_run.h"
#include "labs/comparison/harvest.h"

namespace porthole::labs {

inline constexpr std::size_t kMapSteps = 10;  ///< Steps of topicality and of importance.

struct RunImportance {
  std::string strategy;
  int run = 0;
  std::size_t pages = 0, labelled = 0;  ///< Pages fetched; those of them with a label.
  double topicality = 0;
  double importance = 0;  ///< Not a number where no page has a label.
  double domains = 0;     ///< Registrable ones.
  double trusted = 0;     ///< Share of the domains; not a number without a list.
  Curve topicality_so_far, importance_so_far, domains_so_far, alpha;
};

/// Counts of pages by topicality (row, the least first) and importance (column).
struct ImportanceMap {
  std::array<std::array<std::size_t, kMapSteps>, kMapSteps> pages{};
  double most_importance = 0;  ///< Where the last column ends; the same for all strategies.
};

struct StrategyImportance {
  std::string strategy;
  Spread topicality, importance, domains, trusted;
  Band topicality_so_far, importance_so_far, domains_so_far, alpha;
  ImportanceMap map;
};

struct ImportanceFigures {
  bool has_labels = false;
  std::vector<RunImportance> runs;
  std::vector<StrategyImportance> strategies;
};

/// Computes alpha after each page of `run` by equation 3, from the crawl's own judgements; constant
/// for a fixed alpha, empty for strategies without one.
std::vector<double> alphas_of(const ComparedRun& run);

ImportanceFigures importance_figures_of(const std::vector<ComparedRun>& runs,
                                        const std::vector<std::string>& strategies,
                                        const std::vector<std::size_t>& grid);

}  // namespace porthole::labs
