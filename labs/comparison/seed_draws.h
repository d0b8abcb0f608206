#pragma once

/// Draws seed sites for crawls of the web in a box: pairs of a topic's sites, so that no result
/// depends on one pair.

#include <string>
#include <vector>

#include "labs/comparison/capped_crawl.h"
#include "labs/webbox/manifest.h"

namespace porthole::labs {

/// Returns `count` pairs of names of sites of the topic that have pages in the box. Pair 0 is the
/// first two sites, the others are drawn, the same in every run; a pair may be drawn again. Empty
/// for a topic with fewer than two sites.
std::vector<std::vector<std::string>> seed_pairs(const labs::Manifest& box,
                                                 const TopicOfList& topic, int count);

}  // namespace porthole::labs
