#pragma once

/// BlockFeatures: the numbers by which the model (content_model.h) tells content from the rest.
///
/// A row for each block: its text, its element and those around it, its neighbours, its place, the
/// heading above it, elements like it, and the page as a whole. The order of the numbers is part of
/// the model: training (labs/content/) and use make them by this code.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/document.h"
#include "parser/content/block_collector.h"
#include "parser/content/block_stats.h"
#include "parser/content/page_hints.h"

namespace porthole::parser {

/// The types of a page, kUnknown among them.
inline constexpr std::size_t kPageTypes = 8;

/// The features of a page's blocks. The last kPageTypes - 1 of a row are for the model's ratings of
/// the page's types, and 0 at first.
struct BlockFeatures {
  std::size_t width = 0;
  std::vector<float> values;  ///< A row of `width` values for each block.
  std::vector<BlockStats> stats;
  /// The group of each block, from 0: blocks of a group have the same path of tags, tag and class.
  std::vector<std::uint32_t> groups;
  const float* row(std::size_t block) const { return values.data() + block * width; }
};

/// Makes the features of all blocks. Completes the sums of the collector's elements.
BlockFeatures features_of(std::string_view text, BlockCollector& page, const PageHints& hints);

/// The name of each feature, in order.
std::vector<std::string> feature_names();

}  // namespace porthole::parser
