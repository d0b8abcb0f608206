#pragma once

/// Turns walks into a sample of approximately independent pages, thinned by their effective sample
/// size.
///
/// In:  walks over a graph; quantities to trace besides the built-in ones.
/// Out: the convergence verdict, and as many pages at equal times as the effective size allows.
///
/// Traced always: the logarithm of the number of neighbours; the pages with the fewest neighbours,
/// a tenth, on which a walk stays longest; whether pages are on topic (where the walk leaves the
/// topic); the share of each host that was visited most; a random sign for each host, thrown
/// kRandomMarks times; and, where pages or hosts were visited often enough, the side of the
/// narrowest bottleneck (slow_mode()), which detects any parts of the web between which walks
/// rarely pass.
///
/// The sample has half as many pages as the effective size of the slowest trace says. At equal
/// times, n effective pages are 2 relaxation times apart: neighbours in the sample would still have
/// a correlation of e^-2, and the intervals would hold the truth in 91 of a hundred samples in
/// place of 95. Twice as far apart it is e^-4, and can be left out of account.
///
/// Source: Bar-Yossef, Kanungo, Krauthgamer 2003, section 5.1 (the first tenth is thrown away);
/// thinning by the autocorrelation time of the slowest trace (Geyer 1992). Thread safety: pure
/// functions.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "sampler/mixing.h"
#include "sampler/page_graph.h"
#include "sampler/walk.h"

namespace porthole::sampler {

inline constexpr double kBurnIn = 0.1;
inline constexpr double kEffectiveOfASample = 2;  ///< Effective pages for each page of the sample.
inline constexpr double kFewNeighbours = 0.1;
inline constexpr std::size_t kLongestChain = 2000;
inline constexpr std::size_t kMostHostsTraced = 8;
inline constexpr std::uint64_t kRandomMarks = 4;

struct Sample {
  Mixing mixing;
  /// Pages on topic, walk by walk, in order of time; one that was there at two of the times stands
  /// twice.
  std::vector<NodeId> pages;
  double precision =
      0;  ///< Share of the visits that are to pages on topic (section 5.3 of the paper).
  std::size_t walks = 0;  ///< Walks that moved at all; the others do not count.
  std::size_t chain = 0;  ///< Length of the analysed chains.
};

struct TracedQuantity {
  std::string name;
  std::function<double(NodeId)> value;
};

/// `host_name` is for messages. Walks that never moved are ignored; if none moved, the sample is
/// empty and the verdict says so.
Sample draw_sample(const PageGraph& graph, const std::vector<Walk>& walks,
                   const std::function<std::string(HostId)>& host_name, std::uint64_t random_seed,
                   const std::vector<TracedQuantity>& also = {});

// Slow mode of a walk: the second eigenvector of its transition matrix, traced to detect
// bottlenecks.
//
// In:  the pages that walks visited, and the links between them.
// Out: a number for each page: close for pages between which a walk passes quickly, far apart for
//      pages on the two sides of a bottleneck. The second eigenvector of the random walk on the
//      pages visited, or on their hosts.
//
// It is defined on pages if a page was visited kLeastVisits times in the mean, else on hosts if a
// host was. Otherwise walks may differ just because the web is large, and the result is empty.
// Source: power iteration on the lazy random walk (I + P) / 2, constant part taken out (Spielman,
// "Spectral and algebraic graph theory", chapters 10 and 20: the second eigenvector finds the cut
// of least conductance, up to Cheeger's bound).
// Cost: kPowerSteps times the links between visited pages.

inline constexpr double kLeastVisits = 5;
inline constexpr int kPowerSteps = 300;

/// `visited`: every visit, page by page; pages may stand several times.
std::optional<std::unordered_map<NodeId, double>> slow_mode(const PageGraph& graph,
                                                            const std::vector<NodeId>& visited,
                                                            std::uint64_t random_seed);

}  // namespace porthole::sampler
