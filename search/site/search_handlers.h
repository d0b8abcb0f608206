#pragma once

/// Handlers of searches: results as HTML, JSON and feeds.
///
/// Thread safety: any thread.

#include "search/site/responses.h"

namespace porthole::search {

Response handle_search(ServedCollections& collections, const RequestContext& request);
Response handle_api_search(ServedCollections& collections, const RequestContext& request);
/// Atom or JSON Feed, chosen by the path; newest first unless the query has its own `sort:`.
Response handle_feed(ServedCollections& collections, const RequestContext& request);
/// The news of the standing question `name` of a collection.
Response handle_standing_feed(ServedCollections& collections, const RequestContext& request);

}  // namespace porthole::search
