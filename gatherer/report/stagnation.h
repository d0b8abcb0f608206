#pragma once

/// Detects stagnation of a crawl: it has stopped, or drifts off its topic. Reports the cause and
/// remedies.
///
/// In:  the crawl's history in the repository (read_history()).
/// Out: nothing while the crawl progresses; else one finding with a census of recent topics and
///      remedies.
///
/// - Frontier empty: no URL is queued, and none was pruned.
/// - All pruned: no URL is queued, but the strategy has pruned some.
/// - All hosts waiting: no host with a queued URL may be asked before some time.
/// - Relevance falls significantly: the share of relevant pages among the last W = 200 is smaller
///   than among the pages before them (at least as many), by the one-sided test of two proportions
///
///     z = (p1 - p0) / sqrt(p1 (1 - p1) / (W + 2) + p0 (1 - p0) / (n0 + 2)) < -3,
///     p1 = (r1 + 1) / (W + 2),  p0 = (r0 + 1) / (n0 + 2)
///
///   with one page of each kind added to both parts, since shares near 0 and 1 would otherwise have
///   a standard error of zero. Fluctuations of that size occur by chance in one of 740 checks.
///
/// The census counts the topics of recent irrelevant pages. When most of them are on a topic that
/// shares an ancestor with a good one, a crawl cannot keep the two apart; the remedy is to mark
/// that ancestor good.
///
/// Source: Agresti, "An Introduction to Categorical Data Analysis", 2nd edition 2007, section 2.2
/// (comparing proportions); Agresti, Caffo, "Simple and effective confidence intervals for
/// proportions and differences of proportions", The American Statistician 54, 2000 (the pages
/// added); Chakrabarti, van den Berg, Dom 1999 (VLDB), sections 2.1.2 (hard focus stagnates)
/// and 3.7 (census, ancestor); Sundaresan, Yi, Huang 2000, section 4.1.6 (RW stagnates, RWB does
/// not). W and 3 are ours. Thread safety: any thread.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "collection/collection.h"
#include "repository/repository.h"

namespace porthole::gatherer {

/// Number of recent pages.
inline constexpr std::size_t kRecentPages = 200;

struct CrawlHistory {
  struct Page {
    bool relevant = false;
    std::string topic;  ///< "" if none.
  };
  std::vector<Page> recent;  ///< The last kRecentPages pages, oldest first.
  std::int64_t earlier = 0;  ///< Pages before those.
  std::int64_t earlier_relevant = 0;
  std::int64_t queued = 0;
  std::int64_t pruned = 0;
  std::int64_t hosts = 0;          ///< Hosts with a queued URL; 0 where none of them waits.
  std::int64_t hosts_waiting = 0;  ///< Those that may not be asked yet.
  WallTime next_ready{};           ///< When the first of them may be asked again; {} if none waits.
  std::string strategy;            ///< The strategy of the last run.
  collection::NamedValues options;  ///< Its options in force.
  std::vector<std::string> good;    ///< Paths of the good topics; empty without a taxonomy.
};

enum class Stagnation : std::uint8_t { kFrontierEmpty, kAllPruned, kHostsWaiting, kRelevanceFalls };
/// "frontier empty", "all pruned", "all hosts waiting", "relevance falls".
std::string_view stagnation_name(Stagnation kind);

struct StagnationFinding {
  Stagnation kind = Stagnation::kFrontierEmpty;
  std::string what;  ///< A sentence for people.
  std::vector<std::pair<std::string, std::int64_t>>
      census;                         ///< Topics of recent irrelevant pages, most first.
  std::vector<std::string> remedies;  ///< Suggestions, the most likely first.
  std::string ancestor;               ///< The topic of the remedy "mark ... good"; "" without it.
  std::string strategy;               ///< Another strategy that would help; "" for none.
};

/// Finds the cause of stagnation; absent while the crawl progresses or has not begun. `folder` is
/// the collection's, quoted for a shell, for the commands in remedies.
std::optional<StagnationFinding> find_stagnation(const CrawlHistory& history,
                                                 const std::string& folder);

/// The finding for a cause that is known.
StagnationFinding describe_stagnation(Stagnation kind, const CrawlHistory& history,
                                      const std::string& folder);

/// Errors: those of the repository.
Result<CrawlHistory> read_history(const collection::Collection& collection,
                                  repository::Repository& repository, WallTime now);

/// Reads the history and finds the cause.
Result<std::optional<StagnationFinding>> find_stagnation(const collection::Collection& collection,
                                                         repository::Repository& repository,
                                                         WallTime now, const std::string& folder);

}  // namespace porthole::gatherer
