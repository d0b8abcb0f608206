#pragma once

/// Interface of HTTP request handlers: a request target in, a complete response out.

#include <string_view>

#include "http/request.h"
#include "http/response.h"

namespace porthole::http {

/// Thread safety: const members are called from many threads at a time.
class Handler {
 public:
  virtual ~Handler() = default;

  /// `target`: path and query as in the request line; `origin`: scheme and host that the
  /// client uses, "https://search.example.org".
  virtual Response answer(std::string_view target, std::string_view origin) const = 0;

  /// As answer(), for a POST with its body; only where the server takes bodies
  /// (ServerOptions::max_body).
  virtual Response answer_post(const Request& request, std::string_view /*origin*/) const {
    return message(405, form_of(request.target));
  }

  /// The form of refusals of a request for `target`.
  virtual RefusalForm form_of(std::string_view /*target*/) const { return RefusalForm::kPage; }
  /// The response for a request that the server refuses before any handler sees it (400, 408, 503,
  /// ...).
  virtual Response message(int status, RefusalForm form) const = 0;
};

}  // namespace porthole::http
