#pragma once

/// Where crawls of the web in a box for one topic begin: pairs of the topic's sites, so that no figure hangs on one.

#include <string>
#include <vector>

#include "labs/experiments/capped_crawl.h"
#include "labs/webbox/manifest.h"

namespace porthole::labs {

/// `count` pairs of names of sites of the topic that the box has pages of. Pair 0 is the first two sites, the others
/// are drawn, the same in every run; a pair may be drawn again. Empty for a topic with fewer than two sites.
std::vector<std::vector<std::string>> seed_pairs(const labs::Manifest& box, const TopicOfList& topic, int count);

}  // namespace porthole::labs
