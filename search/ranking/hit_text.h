#pragma once

/// The texts of a result: its snippet, and the annotations that are shown. This header is the
/// room's own.
///
/// Thread safety: functions without state; a marker belongs to one thread.

#include <xapian.h>

#include <vector>

#include "indexer/document_data.h"
#include "search/index/results.h"
#include "search/ranking/hit_finder.h"

namespace porthole::search {

/// What marks the words of a query in the texts of one answer.
struct Marker {
  const Xapian::MSet& matches;
  HitFinder finder;
};

/// Where the text has the words; else what the page says of itself; else how it begins.
Fragments snippet_of(const Marker& marker, const indexer::DocumentData& document,
                     const Xapian::Stem& stem);

/// At most kAnnotationsShown; those that were written for the link first, then those that match.
std::vector<ResultAnnotation> annotations_of(const Marker& marker,
                                             const indexer::DocumentData& document,
                                             const Xapian::Stem& stem);

}  // namespace porthole::search
