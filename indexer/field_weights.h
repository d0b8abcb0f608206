#pragma once

/// FieldWeights: how many occurrences in the text a word of a field counts for (fields.h).
/// Indexes for searches have the defaults; `box_retrieval --fields` measures others.

#include "indexer/fields.h"

namespace porthole::indexer {

struct FieldWeights {
  unsigned content = 1;      ///< Words of the main content.
  unsigned boilerplate = 0;  ///< Words of menus, footers and the like; 0: not searched as text.
  unsigned title = kTitleWeight;
  unsigned heading = kHeadingWeight;  ///< In addition to the word's own in the text.
  unsigned anchor = kAnchorWeight;    ///< For each occurrence of WeightedText.
};

}  // namespace porthole::indexer
