#pragma once

/// Interface of HTTP request handlers: a request in, a complete response out. Servers (server.h)
/// call it.

#include <string_view>

#include "http/request.h"
#include "http/response.h"

namespace porthole::http {

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
