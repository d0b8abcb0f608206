#pragma once

/// Statistics of a sample: shares of values and means, each with its bootstrap interval.
///
/// In:  one value for each page of the sample.
/// Out: estimates for the whole topic.
///
/// Source: Bar-Yossef, Kanungo, Krauthgamer 2003, section 5.1 (which statistics); intervals by
/// interval.h.
/// Thread safety: pure functions.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sampler/interval.h"

namespace porthole::sampler {

struct ShareOfValue {
  std::string value;
  std::size_t pages = 0;  ///< Pages of the sample.
  Interval share;
};

/// Returns the shares of the `most` most frequent values, the most frequent first. A value that all
/// pages have gets the score interval, since resampling equal values gives width 0.
std::vector<ShareOfValue> shares_of(const std::vector<std::string>& values, std::size_t most,
                                    std::uint64_t random_seed);

/// The mean of values in [0, 1], each the share of a page: bootstrap; where all are 0, or all 1,
/// the score interval of as many yes or no answers. Requires: `shares` is not empty.
Interval mean_of_shares(std::span<const double> shares, std::uint64_t random_seed);

/// Names the bin of a count: "0", "1 to 4", "5 to 9", "10 to 19", "20 to 49", "50 to 99", "100 to
/// 199", "200 and more".
std::string bin_of(std::size_t count);

}  // namespace porthole::sampler
