#pragma once

/// The routes of the search site: each path with its handler.
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

}  // namespace porthole::search
