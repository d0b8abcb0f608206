#pragma once

/// A row of a server's table of routes: a path and a method with the function that answers them.
/// Search (search/site/routes.cc) and console (console/routes.cc) have a table each.

#include <span>
#include <string_view>

#include "base/result.h"
#include "http/request.h"
#include "http/response.h"

namespace porthole::http {

/// `Call`: what handlers are given of a request. `Access`: how the server admits it.
template <class Call, class Access>
struct Route {
  /// Thread safety: any thread. Errors are answered in the form of the path.
  using Handler = Result<Response> (*)(const Call&);

  std::string_view path;
  Handler handler;
  Access access{};
  std::string_view method = "GET";  ///< "GET" is HEAD, too; or "POST".
};

template <class Row>
struct FoundRoute {
  const Row* row = nullptr;  ///< Null without one for the method.
  bool is_path = false;      ///< The path has a row for some method.
};

/// The row of `routes` for a request. Lifetime: that of `routes`.
template <class Row>
FoundRoute<Row> find_route(std::span<const Row> routes, const Request& request) {
  FoundRoute<Row> found;
  for (const Row& row : routes) {
    if (row.path != request.path()) continue;
    found.is_path = true;
    if ((row.method == "POST") == (request.method == "POST")) found.row = &row;
  }
  return found;
}

}  // namespace porthole::http
