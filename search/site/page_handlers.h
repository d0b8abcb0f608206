#pragma once

/// Handlers for one page of a collection: its details, its stored text, and its summary as RDF and
/// JSON.
///
/// Thread safety: any thread.

#include "search/site/responses.h"

namespace porthole::search {

Response handle_details(ServedCollections& collections, const RequestContext& request);
/// The links of other pages to `url`, as Web Annotations.
Response handle_backlinks(ServedCollections& collections, const RequestContext& request);
Response handle_api_page(ServedCollections& collections, const RequestContext& request);
Response handle_copy(ServedCollections& collections, const RequestContext& request);
/// The stored text as text/plain.
Response handle_plain_copy(ServedCollections& collections, const RequestContext& request);
/// The document as it was fetched, of URLs that browsers cannot open.
Response handle_file(ServedCollections& collections, const RequestContext& request);
/// In the RDF syntax that the suffix of the path names: .rdf, .ttl, .nt or .jsonld.
Response handle_rdf(ServedCollections& collections, const RequestContext& request);

}  // namespace porthole::search
