#pragma once

/// An HTTP/1.1 server for one handler, on the event loop of front.h.
///
///   auto server = Server::start(std::move(handler), {});
///   std::cout << (*server)->url() << '\n';
///
/// GET and HEAD only, without bodies and cookies; POST where `max_body` is set. Connections are
/// kept for further requests.

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "http/front.h"
#include "http/handler.h"

namespace porthole::http {

struct ServerOptions : FrontOptions {
  std::vector<std::string> hosts;  ///< Names a Host field may have besides localhost and addresses.
  /// Scheme and host that readers use, "https://search.example.org": the origin of every request.
  /// "" = http and the Host field of the request. X-Forwarded-Proto and -Host are never read, since
  /// any client can send them.
  std::string public_origin{};
  std::size_t max_body = 0;  ///< Bytes of a POST's body; 0 = POST is refused (405).
};

class Server {
 public:
  /// Listens before it returns. Errors: those of Front::start().
  static Result<std::unique_ptr<Server>> start(std::unique_ptr<const Handler> handler,
                                               const ServerOptions& options);
  /// Stops, if stop() was not called.
  ~Server();

  std::uint16_t port() const;
  /// "http://127.0.0.1:8080/".
  std::string url() const;
  /// As Front::stop().
  void stop();

 private:
  class Impl;
  explicit Server(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace porthole::http
