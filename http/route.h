#pragma once

/// Handlers of requests, as servers call them, and a row of a server's table of routes: a path and
/// a method with the function that answers them. Search (search/site/routes.cc) and console
/// (console/routes.cc) have a table each.

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

/// Interface of HTTP request handlers: a request in, a complete response out. Servers (server.h)
/// call it.
///
/// Thread safety: const members are called from many threads at a time.
class Handler {
 public:
  virtual ~Handler() = default;

  /// GET and HEAD alike: the server leaves out the body. POST only where the server takes bodies
  /// (ServerOptions::max_body). A handler that throws is an error of the server (500).
  virtual Response answer(const Request& request) const = 0;

  /// The form of refusals of a request for `target`, which is not judged. Called in the loop: it
  /// must be quick.
  virtual RefusalForm form_of(std::string_view /*target*/) const { return RefusalForm::kPage; }
  /// The response for a request that the server refuses before any handler sees it (400, 408, 503,
  /// ...). Called in the loop, once for each status and form, and kept.
  virtual Response refuse(int status, RefusalForm form) const = 0;
};

}  // namespace porthole::http
