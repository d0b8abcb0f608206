#pragma once

/// An HTTP/1.1 server for one handler: one thread owns all connections, a pool of threads answers.
///
///   auto server = Server::start(std::move(handler), {.address = "127.0.0.1"});
///   std::cout << (*server)->url() << '\n';
///
/// In:  connections. The event loop reads each until a complete request is there, and only then
///      takes a thread for it; it writes the answer out, whatever the client's pace.
/// Out: answers of the handler (exchange.h), one request of a connection at a time; bytes behind a
/// request
///      are kept for the next one (RFC 9112, section 9.3.2).
///
/// Clients cannot hold the server up: a head has five seconds, the connection that waits longest
/// for a request makes room for a new one at the limit of connections, an answer has a deadline and
/// a least rate, and answers that wait to be read have a limit in bytes, at which the oldest is
/// given up.
///
/// Poco's: sockets and addresses, PollSet (epoll), threads and their queue, heads of answers. Not
/// its HTTPServer, which has a thread for each connection and no deadline for a head, nor its
/// HTTPRequest (http_head.h, request.h).

#include <cstdint>
#include <memory>
#include <string>

#include "base/result.h"
#include "http/route.h"
#include "http/server_options.h"

namespace porthole::http {

class Server {
 public:
  /// Listens before it returns. Raises the process's soft limit on open files towards
  /// `connections`.
  ///
  /// Errors: kBusy when the port is taken, naming it; kPermission when the system refuses it;
  /// kInvalid for an invalid address or proxy.
  static Result<std::unique_ptr<Server>> start(std::shared_ptr<const Handler> handler,
                                               const ServerOptions& options);
  /// Stops, if stop() was not called.
  ~Server();

  /// As it was bound.
  std::uint16_t port() const;
  /// "http://127.0.0.1:8080".
  std::string origin() const;
  /// The same with a slash behind it.
  std::string url() const { return origin() + "/"; }
  /// Accepts no more connections, closes those without a request, gives answers under way
  /// `stop_time` to be read, and closes the rest. Waits for Handler::answer() to return where it
  /// has been called. Thread safety: any thread, more than once.
  void stop();

 private:
  class Impl;
  explicit Server(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// Keeps the memory of a server small: at most so many arenas, and at least two. glibc gives
/// threads arenas of their own, eight for each processor, and an arena keeps about as much memory
/// as the largest answer that was made in it. Call it once, before there are threads.
void limit_malloc_arenas(int most);

/// As many arenas as processors, and at least two.
void limit_malloc_arenas();

}  // namespace porthole::http
