#pragma once

/// Handlers for one page of a collection: its details, its stored text, and its summary as RDF and
/// JSON.
///
/// Thread safety: any thread.

#include "search/site/responses.h"

namespace porthole::search {

Result<Response> handle_details(const RequestContext& request);
/// The links of other pages to `url`, as Web Annotations.
Result<Response> handle_backlinks(const RequestContext& request);
Result<Response> handle_api_page(const RequestContext& request);
Result<Response> handle_copy(const RequestContext& request);
/// The stored text as text/plain.
Result<Response> handle_plain_copy(const RequestContext& request);
/// The document as it was fetched, of URLs that browsers cannot open.
Result<Response> handle_file(const RequestContext& request);
/// In the RDF syntax that the suffix of the path names: .rdf, .ttl, .nt or .jsonld.
Result<Response> handle_rdf(const RequestContext& request);

}  // namespace porthole::search
