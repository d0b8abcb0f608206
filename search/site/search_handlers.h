#pragma once

/// Handlers of searches: results as HTML, JSON and feeds.
///
/// Thread safety: any thread.

#include "search/site/responses.h"

namespace porthole::search {

Result<Response> handle_search(const RequestContext& request);
Result<Response> handle_api_search(const RequestContext& request);
/// Atom or JSON Feed, chosen by the path; newest first unless the query has its own `sort:`.
Result<Response> handle_feed(const RequestContext& request);
/// The news of the standing question `name` of a collection.
Result<Response> handle_standing_feed(const RequestContext& request);

}  // namespace porthole::search
