#pragma once

/// Links in the head of an answer: Link (RFC 8288) and Refresh.
///
/// In:  the fields of the head, and the URL that answered.
/// Out: the links whose relation leads a reader somewhere, as those of link elements; the canonical
///      URL and the target of the refresh, where the page itself names none.
///
/// Thread safety: any thread.

#include <string_view>
#include <vector>

#include "archive/http_message.h"
#include "base/document.h"
#include "base/url/url.h"

namespace porthole::gatherer {

/// The links of one Link header. Links about another resource (anchor=) are left out.
std::vector<Link> links_of_header(std::string_view value, const Url& base);

/// Adds what the head says to what the page says.
void add_header_links(const archive::HttpFields& fields, const Url& base, Document& document);

}  // namespace porthole::gatherer
