#pragma once

/// Where a walk was at given moments of its time, which is counted in steps on the regular graph.
///
/// Source: Aldous 1987, as Bar-Yossef, Kanungo, Krauthgamer 2003, section 3.2, use it: one walk, of which the
/// beginning is thrown away. Thread safety: pure functions.

#include <cstddef>
#include <vector>

#include "sampler/page_graph.h"
#include "sampler/walk.h"

namespace porthole::sampler {

/// The pages at `count` moments that lie equally far apart over what is left of the walk when the share
/// `burn_in` of its time is thrown away: in the middle of `count` equal pieces. Fewer than `count` only when the
/// walk has no time at all.
std::vector<NodeId> pages_at_equal_times(const std::vector<Visit>& visits, double burn_in, std::size_t count);

}  // namespace porthole::sampler
