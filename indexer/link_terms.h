#pragma once

/// Adds the terms of links: link targets of a page, its aliases, and the hosts that annotate it.
///
/// Thread safety: none needed, functions without state.

#include <xapian.h>

#include <string>

#include "summarizer/summary.h"

namespace porthole::indexer {

/// At most kLinksIndexed links, each target once, without links to the page itself.
void add_link_terms(const summarizer::Summary& summary, Xapian::Document& document);
inline constexpr std::size_t kLinksIndexed = 2000;

/// Url::key() of `url`, or `url` itself when it is not a valid URL. Fast for normalised URLs.
std::string key_of_url(const std::string& url);

}  // namespace porthole::indexer
