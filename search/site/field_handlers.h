#pragma once

/// Handlers for the fields of queries and their values, and for query completion.
///
/// Thread safety: any thread.

#include "search/site/responses.h"

namespace porthole::search {

Response handle_fields(ServedCollections& collections, const RequestContext& request);
Response handle_api_fields(ServedCollections& collections, const RequestContext& request);
Response handle_suggest(ServedCollections& collections, const RequestContext& request);
Response handle_api_complete(ServedCollections& collections, const RequestContext& request);
/// OpenSearch suggestions, for the address bar of a browser.
Response handle_opensearch_suggestions(ServedCollections& collections,
                                       const RequestContext& request);

}  // namespace porthole::search
