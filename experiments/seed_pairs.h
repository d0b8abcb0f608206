#pragma once

/// The pairs of seed sites that the crawls of a topic begin at: the first two sites of the topic, then drawn pairs.
///
/// In:  a box and a topic of its list.
/// Out: names of sites; none for a topic with fewer than two sites. The same box gives the same pairs.

#include <string>
#include <vector>

#include "webbox/manifest.h"

namespace porthole::experiments {

std::vector<std::vector<std::string>> seed_pairs(const webbox::Manifest& box, const std::string& topic, int count);

}  // namespace porthole::experiments
