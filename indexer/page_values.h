#pragma once

/// The values of a document by which pages are counted, filtered, put together and sorted
/// (fields.h has the slots): when, how large, of which site, and of what.
///
/// Thread safety: functions without state.

#include <xapian.h>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "summarizer/summary.h"

namespace porthole::indexer {

/// What pages are counted by. Each but kKind has at most one value a page.
enum class Facet { kTopic, kSite, kType, kLanguage, kYear, kKind };
inline constexpr std::size_t kFacetCount = 6;
/// "topic", "site", "type", "language", "year", "kind".
std::string_view facet_name(Facet facet);

/// Values of the facets of one page; "" where it has none. Those of kKind are separated by spaces.
using FacetValues = std::array<std::string, kFacetCount>;
FacetValues facets_of(const summarizer::Summary& summary);
/// One line a facet, in their order.
std::string write_facets(const FacetValues& facets);
/// Missing lines are "".
FacetValues read_facets(std::string_view text);

/// Names of the kinds of what others say of the page in links that are there, each once.
std::vector<std::string> annotation_kinds(const summarizer::Summary& summary);

/// Eight bytes, the same for pages that give the same URL of their own site as theirs (the property
/// canonical) and for the page there. What a page says of another site's is not believed.
std::string identity_value(const summarizer::Summary& summary);

/// Adds the values, and the terms of the kinds and of the top-level domain.
void add_page_values(const summarizer::Summary& summary, Xapian::Document& document);

}  // namespace porthole::indexer
