#pragma once

/// An HTTP/1.1 server for one handler, on Poco's TCP server.
///
///   auto server = Server::start(std::move(handler), {});
///   std::cout << (*server)->url() << '\n';
///
/// GET and HEAD only, without bodies and cookies. One request per connection, since Poco uses a
/// thread for every open connection. A request head must be complete within five seconds.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "http/handler.h"

namespace porthole::http {

struct ServerOptions {
  std::string address = "127.0.0.1";  ///< An IP address, not a name: "::1", "0.0.0.0", ...
  std::uint16_t port = 0;             ///< 0 = any free port.
  int threads = 32;                   ///< Concurrent requests.
  int queued = 128;                   ///< Connections that wait; further ones are closed.
  int per_peer = 16;                  ///< Concurrent connections of one address; 503 above.
  int per_loopback = 0;            ///< The same for loopback, where a proxy may run; 0 = no limit.
  std::vector<std::string> hosts;  ///< Names a Host field may have besides localhost and addresses.
  /// Scheme and host that readers use, "https://search.example.org": the origin of every request.
  /// "" = http and the Host field of the request. X-Forwarded-* fields are never read, since any
  /// client can send them.
  std::string public_origin{};
};

class Server {
 public:
  /// Listens before it returns.
  ///
  /// Errors: kBusy when the port is taken, naming it; kPermission when the system refuses it;
  /// kInvalid for an invalid address.
  static Result<std::unique_ptr<Server>> start(std::unique_ptr<const Handler> handler,
                                               const ServerOptions& options);
  /// Stops, if stop() was not called.
  ~Server();

  std::uint16_t port() const;
  /// "http://127.0.0.1:8080/".
  std::string url() const;
  /// Accepts no more connections, finishes those that are open, and returns.
  void stop();

 private:
  class Impl;
  explicit Server(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace porthole::http
