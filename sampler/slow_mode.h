#pragma once

/// Slow mode of a walk: the second eigenvector of its transition matrix, traced to detect
/// bottlenecks.
///
/// In:  the pages that walks visited, and the links between them.
/// Out: a number for each page: close for pages between which a walk passes quickly, far apart for
/// pages on the two
///      sides of a bottleneck. The second eigenvector of the random walk on the pages visited, or
///      on their hosts.
///
/// It is defined on pages if a page was visited kLeastVisits times in the mean, else on hosts if a
/// host was. Otherwise walks may differ just because the web is large, and the result is empty.
/// Source: power iteration on the lazy random walk (I + P) / 2, constant part taken out (Spielman,
/// "Spectral and algebraic graph theory", chapters 10 and 20: the second eigenvector finds the cut
/// of least conductance, up to Cheeger's bound).
/// Cost: kPowerSteps times the links between visited pages. Thread safety: pure function.

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "sampler/page_graph.h"

namespace porthole::sampler {

inline constexpr double kLeastVisits = 5;
inline constexpr int kPowerSteps = 300;

/// `visited`: every visit, page by page; pages may stand several times.
std::optional<std::unordered_map<NodeId, double>> slow_mode(const PageGraph& graph,
                                                            const std::vector<NodeId>& visited,
                                                            std::uint64_t random_seed);

}  // namespace porthole::sampler
