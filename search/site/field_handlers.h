#pragma once

/// Handlers for the fields of queries and their values, and for query completion.
///
/// Thread safety: any thread.

#include "search/site/responses.h"

namespace porthole::search {

Result<Response> handle_fields(const RequestContext& request);
Result<Response> handle_api_fields(const RequestContext& request);
Result<Response> handle_suggest(const RequestContext& request);
Result<Response> handle_api_complete(const RequestContext& request);
/// OpenSearch suggestions, for the address bar of a browser.
Result<Response> handle_opensearch_suggestions(const RequestContext& request);

}  // namespace porthole::search
