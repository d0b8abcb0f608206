#pragma once

/// Samples the positions of a walk at equal times, counted in steps on the regular graph.
///
/// Source: Aldous 1987, as Bar-Yossef, Kanungo, Krauthgamer 2003, section 3.2, use it: one walk
/// without its burn-in. Thread safety: pure functions.

#include <cstddef>
#include <vector>

#include "sampler/page_graph.h"
#include "sampler/walk.h"

namespace porthole::sampler {

/// Returns the pages at `count` equally spaced times after the burn-in (the share `burn_in` of the
/// walk's time): in the middle of `count` equal intervals. Fewer than `count` only for an empty
/// walk.
std::vector<NodeId> pages_at_equal_times(const std::vector<Visit>& visits, double burn_in,
                                         std::size_t count);

}  // namespace porthole::sampler
