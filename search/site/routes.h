#pragma once

/// The routes of the search site, and the handlers of their paths.
///
/// To add a route, write a handler and add a line to the table in routes.cc, a path to
/// schemas/openapi.yaml where it belongs to the API, and a row to docs/search.md.

#include <span>

#include "http/route.h"
#include "search/site/responses.h"

namespace porthole::search {

/// How a route is run.
enum class Dispatch {
  kLimited,  ///< Under a permit of the request limiter.
  kDirect,   ///< At once: the handler is quick, however many searches wait.
  kCached,  ///< The same; the response depends on the request and the indexes alone, and is cached.
  kPageView,  ///< As one of few views of pages at once; 503 when too many wait.
};

using Route = http::Route<RequestContext, Dispatch>;

/// All routes. Thread safety: any thread; so are the handlers.
std::span<const Route> site_routes();

// Searches: search_handlers.cc.
Result<Response> handle_search(const RequestContext& request);
Result<Response> handle_api_search(const RequestContext& request);
/// Atom or JSON Feed, chosen by the path; newest first unless the query has its own `sort:`.
Result<Response> handle_feed(const RequestContext& request);
/// The news of the standing question `name` of a collection.
Result<Response> handle_standing_feed(const RequestContext& request);

// Fields of queries with their values, and completion: search_handlers.cc.
Result<Response> handle_fields(const RequestContext& request);
Result<Response> handle_api_fields(const RequestContext& request);
Result<Response> handle_suggest(const RequestContext& request);
Result<Response> handle_api_complete(const RequestContext& request);
/// OpenSearch suggestions, for the address bar of a browser.
Result<Response> handle_opensearch_suggestions(const RequestContext& request);

// One page of a collection: its details, its stored text, its summary: page_handlers.cc.
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
