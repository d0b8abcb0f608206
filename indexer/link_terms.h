#pragma once

/// The terms of links: where a page points to, under which other URLs it is known, and whose pages
/// say something about it.
///
/// Thread safety: none needed, functions without state. This header is the room's own.

#include <xapian.h>

#include <string>

#include "summarizer/summary.h"

namespace porthole::indexer {

/// At most kLinksIndexed links, each target once; the page itself is none.
void add_link_terms(const summarizer::Summary& summary, Xapian::Document& document);
inline constexpr std::size_t kLinksIndexed = 2000;

/// Url::key() of `url`, or `url` itself where it is none. Fast for a URL in the form that links of
/// pages have.
std::string key_of_url(const std::string& url);

}  // namespace porthole::indexer
