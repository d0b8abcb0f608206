#pragma once

/// The search server: the search site over HTTP/1.1, on Poco's server.
///
///   auto server = SearchServer::start({serve_collection(collection)}, {});
///   std::cout << (*server)->url() << '\n';
///
/// It reads only: GET and HEAD, no bodies, no cookies, no script but its own. One request a connection, since
/// Poco holds a thread for every open one; a head must be there five seconds after the connection is.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "collection/collection.h"
#include "search/site.h"

namespace porthole::search {

struct ServerOptions {
  std::string address = "127.0.0.1";  ///< Or "::1", "0.0.0.0", ...: an address, not a name.
  std::uint16_t port = 0;             ///< 0 = any free one.
  int threads = 32;                   ///< Requests at the same time.
  int queued = 128;                   ///< Connections that may wait; those above are closed.
  int per_peer = 16;     ///< Connections of one address that are read at the same time; 503 above.
  int per_loopback = 0;  ///< The same for this machine, where a proxy may stand; 0 = no limit.
  std::vector<std::string> hosts;     ///< Names a Host header may have besides localhost and addresses.
};

class SearchServer {
 public:
  /// Opens the indexes and listens.
  ///
  /// Errors: kBusy when the port is taken, naming it; kPermission when the system refuses it;
  /// kInvalid for an address that is none; those of Site::open().
  static Result<std::unique_ptr<SearchServer>> start(std::vector<ServedCollection> collections,
                                                     const ServerOptions& options);
  /// Stops, if stop() was not called.
  ~SearchServer();

  std::uint16_t port() const;
  /// "http://127.0.0.1:8080/".
  std::string url() const;
  /// Takes no more connections, finishes those that are there, and returns.
  void stop();

 private:
  class Impl;
  explicit SearchServer(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

/// A collection with its index and the summaries of its repository.
ServedCollection serve_collection(const collection::Collection& collection);

}  // namespace porthole::search
