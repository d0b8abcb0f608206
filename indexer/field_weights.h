#pragma once

/// FieldWeights: how many occurrences in the text a word of another field counts for (fields.h).
/// Indexes for searches have the defaults; `box_retrieval --fields` measures others.

#include "indexer/fields.h"

namespace porthole::indexer {

struct FieldWeights {
  unsigned title = kTitleWeight;
  unsigned heading = kHeadingWeight;  ///< In addition to the word's own in the text.
  unsigned anchor = kAnchorWeight;    ///< For each occurrence of WeightedText.
};

}  // namespace porthole::indexer
