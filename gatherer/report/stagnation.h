#pragma once

/// Has a crawl come to a stop, or does it run off its topic? Which, why, and what would help.
///
/// In:  what the repository has of the crawl (read_history()).
/// Out: nothing while all is well; else one finding: what, the census of topics around the crawl, remedies.
///
/// - Frontier empty: no URL waits, and none was pruned.
/// - All pruned: no URL waits, and those that the strategy pruned could.
/// - All hosts waiting: every host with a URL in the queue is not to be asked before some time.
/// - Relevance falling beyond its noise: of the last W = 200 pages a smaller share is relevant than of the pages
///   before them (at least as many), by the one-sided comparison of two proportions
///
///     z = (p1 - p0) / sqrt(p1 (1 - p1) / (W + 2) + p0 (1 - p0) / (n0 + 2)) < -3,
///     p1 = (r1 + 1) / (W + 2),  p0 = (r0 + 1) / (n0 + 2)
///
///   with a page of each kind added to both parts, without which shares near 0 and 1 would seem to have no
///   noise. Fluctuations of that size come up once in 740 looks by chance.
///
/// The census counts the topics of the recent pages that are not relevant. When most of them are of a topic that
/// shares an ancestor with a good one, the two are too intimately mixed to keep apart by a crawl, and marking
/// that ancestor good is the remedy.
///
/// Source: Agresti, "An Introduction to Categorical Data Analysis", 2nd edition 2007, section 2.2 (comparing
/// proportions); Agresti, Caffo, "Simple and effective confidence intervals for proportions and differences of
/// proportions", The American Statistician 54, 2000 (the pages added); Chakrabarti, van den
/// Berg, Dom 1999 (VLDB), sections 2.1.2 (hard focus stagnates) and 3.7 (census, ancestor); Sundaresan, Yi, Huang
/// 2000, section 4.1.6 (RW stagnates, RWB does not). W and 3 are ours.
/// Thread safety: any thread.

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

/// How many pages are recent.
inline constexpr std::size_t kRecentPages = 200;

struct CrawlHistory {
  struct Page {
    bool relevant = false;
    std::string topic;  ///< "" = none.
  };
  std::vector<Page> recent;  ///< The last kRecentPages, or all when there are fewer; oldest first.
  std::int64_t earlier = 0;  ///< Pages before those.
  std::int64_t earlier_relevant = 0;
  std::int64_t queued = 0;
  std::int64_t pruned = 0;
  std::int64_t hosts = 0;          ///< That have a URL in the queue.
  std::int64_t hosts_waiting = 0;  ///< Of them.
  WallTime next_ready{};           ///< When the first of them may be asked again; {} without any.
  std::string strategy;            ///< That pruned, and would go on.
  collection::NamedValues options; ///< Its options in force.
  std::vector<std::string> good;   ///< Paths of the good topics; empty without a taxonomy.
};

enum class Stagnation : std::uint8_t { kFrontierEmpty, kAllPruned, kHostsWaiting, kRelevanceFalls };
/// "frontier empty", "all pruned", "all hosts waiting", "relevance falls".
std::string_view stagnation_name(Stagnation kind);

struct StagnationFinding {
  Stagnation kind = Stagnation::kFrontierEmpty;
  std::string what;                                           ///< A sentence for people.
  std::vector<std::pair<std::string, std::int64_t>> census;  ///< Topics of recent irrelevant pages, most first.
  std::vector<std::string> remedies;                          ///< What would help, the likeliest first.
};

/// Nothing while the crawl goes well or has not begun. `folder` is the collection's as a shell reads it, for
/// commands to type.
std::optional<StagnationFinding> find_stagnation(const CrawlHistory& history, const std::string& folder);

/// Errors: those of the repository.
Result<CrawlHistory> read_history(const collection::Collection& collection, repository::Repository& repository,
                                  WallTime now);

/// Both together.
Result<std::optional<StagnationFinding>> find_stagnation(const collection::Collection& collection,
                                                         repository::Repository& repository, WallTime now,
                                                         const std::string& folder);

}  // namespace porthole::gatherer
