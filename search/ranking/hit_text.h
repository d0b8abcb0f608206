#pragma once

/// Makes the texts of a result: its snippet and its annotations.
///
/// Thread safety: functions without state.

#include <xapian.h>

#include <vector>

#include "indexer/document_data.h"
#include "search/index/results.h"
#include "search/ranking/hit_finder.h"

namespace porthole::search {

struct Snippet {
  Fragments text;
  std::string fragment;  ///< Hit::fragment.
};

/// The passage of the text with query words; else the description of the page; else the beginning
/// of its text.
Snippet snippet_of(const HitFinder& finder, const indexer::DocumentData& document,
                   const Xapian::Stem& stem);

/// At most kAnnotationsShown: texts of links before surrounding texts, then those with query words
/// first.
std::vector<ResultAnnotation> annotations_of(const HitFinder& finder,
                                             const indexer::DocumentData& document,
                                             const Xapian::Stem& stem);

/// The first annotation with words that neither title nor snippet has, one of another site before
/// texts of links of its own; nullptr when there is none. The listing of a folder says nothing.
const ResultAnnotation* quote_of(const Hit& hit);

}  // namespace porthole::search
