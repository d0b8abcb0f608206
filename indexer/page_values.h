#pragma once

/// Adds the values of a document for facets, filters, deduplication and sorting (fields.h has the
/// slots): date, size, site and facets. Reads the date of a page and its source.
///
/// Thread safety: functions without state.

#include <xapian.h>

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "indexer/result_fields.h"
#include "summarizer/summary.h"

namespace porthole::indexer {

/// Facets. A page has at most one value of each, except kKind.
enum class Facet { kTopic, kSite, kType, kLanguage, kYear, kKind };
inline constexpr std::size_t kFacetCount = 6;
/// The type of the page by its form (docs/content.md): "article", "documentation"; "" when unknown.
std::string page_type_of(const summarizer::Summary& summary);
/// "topic", "site", "type", "language", "year", "kind".
std::string_view facet_name(Facet facet);

/// Facet values of one page; "" = none. Values of kKind are separated by spaces.
using FacetValues = std::array<std::string, kFacetCount>;
FacetValues facets_of(const summarizer::Summary& summary);
/// One line per facet, in the order of Facet.
std::string write_facets(const FacetValues& facets);
/// Missing lines are "".
FacetValues read_facets(std::string_view text);

/// Names of the kinds of the current annotations by others, each once.
std::vector<std::string> annotation_kinds(const summarizer::Summary& summary);

/// Deduplication key, eight bytes: equal for pages of one site with the same canonical URL, and for
/// the page at that URL. A canonical URL on another site is ignored.
std::string identity_value(const summarizer::Summary& summary);

/// Adds the values, and the terms of the kinds and of the top-level domain.
void add_page_values(const summarizer::Summary& summary, Xapian::Document& document);

struct PageDate {
  WallTime time;
  DateSource source = DateSource::kFetched;
};
/// Nothing when no date of the page can be read.
std::optional<PageDate> date_of(const summarizer::Summary& summary);

}  // namespace porthole::indexer
