#pragma once

/// Stands between the event loop and the handler of a server: requests in, replies out.
///
/// Out: replies with the fields that every answer of Porthole has: a content security policy
///      without inline scripts and styles and without frames around it, no sniffing of types, no
///      referrer, no other origin that opens or embeds it; what may be stored, and for how long;
///      304 for what the client has; the methods that a 405 names.
///
/// Thread safety: any thread.

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "http/http_head.h"
#include "http/route.h"
#include "http/server_options.h"

namespace porthole::http {

/// An answer with all of its fields but Date, Content-Length and Connection.
struct Reply {
  int status = 200;
  std::vector<std::pair<std::string, std::string>> fields;
  std::string body;  ///< Not sent to HEAD, nor with status 304.
};

class Exchange {
 public:
  Exchange(std::shared_ptr<const Handler> handler, const ServerOptions& options);

  /// Judges the bytes received so far of a request.
  HeadVerdict judge(std::string_view bytes) const;
  /// Fills in the origin.
  Reply answer(Request& request) const;
  RefusalForm form_of(std::string_view target) const { return handler_->form_of(target); }
  Reply refuse(int status, RefusalForm form) const;

 private:
  std::string origin_of(const Request& request) const;

  const std::shared_ptr<const Handler> handler_;
  const ServerOptions options_;
};

/// The bytes of an answer, ready to be sent.
struct WireAnswer {
  std::string head;
  std::string body;
  bool keeps_connection = false;
};

/// Writes the head (RFC 9112, section 4) by Poco. `is_head`: the request was HEAD, so the length is
/// told and the body left out.
WireAnswer wire_answer(Reply reply, bool is_head, bool keeps_connection);

}  // namespace porthole::http
