#pragma once

/// Makes the texts of a result: its snippet and its annotations.
///
/// Thread safety: functions without state; a marker belongs to one thread.

#include <xapian.h>

#include <vector>

#include "indexer/document_data.h"
#include "search/index/results.h"
#include "search/ranking/hit_finder.h"

namespace porthole::search {

/// Marks the words of a query in the texts of its results.
struct Marker {
  const Xapian::MSet& matches;
  HitFinder finder;
};

/// The passage of the text with query words; else the description of the page; else the beginning
/// of its text.
Fragments snippet_of(const Marker& marker, const indexer::DocumentData& document,
                     const Xapian::Stem& stem);

/// At most kAnnotationsShown: texts of links before surrounding texts, then those with query words
/// first.
std::vector<ResultAnnotation> annotations_of(const Marker& marker,
                                             const indexer::DocumentData& document,
                                             const Xapian::Stem& stem);

}  // namespace porthole::search
