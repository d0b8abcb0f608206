#pragma once

/// Serves a manifest over HTTP/1.1, all hosts on one port, told apart by the Host header.
///
/// In:  requests as a crawler would send them to the hosts themselves. A gateway receives http and
///      https alike in clear; the header `X-Forwarded-Proto: https` says which it was (http
///      without), and redirects, site maps and robots.txt then name that scheme.
/// Out: GET and HEAD of files, with
///        ETag and Last-Modified; 304 to If-None-Match and If-Modified-Since that hold (RFC 9110
///        13); gzip for text when Accept-Encoding allows it, compressed as it is asked for: a crawl
///        asks for a page once; 301 from a folder without slash, and from aliases; robots.txt
///        (labs/webbox/request.h) and sitemap.xml (sitemaps.org 0.9) for every host; 404 for
///        what is not there, 405 for other methods, 502 with `X-Webbox: unknown-host` for a host
///        that is not in the box: it stands for a name that does not resolve.
///      A query does not change what is served.
///
/// The access log is one JSON object a line:
///   {"time":1795199589.123,"method":"GET","url":"https://docs.python.org/3/","status":200,
///    "bytes":5151,"agent":"...","peer":40112}
/// where bytes are the body's as sent and peer is the client's port. A line is in the file before
/// the client has its answer.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "base/result.h"
#include "labs/webbox/manifest.h"
#include "labs/webbox/request.h"

namespace porthole::labs {

struct ServerOptions {
  std::string address = "127.0.0.1";
  std::uint16_t port = 0;          ///< 0 = any that is free.
  std::filesystem::path log_file;  ///< Appended to; "" = none.
  RobotsRules robots = own_robots_rules();
  int connections = 1024;  ///< Open at a time; the one that idles longest makes room for another.
};

/// Runs from start() to stop() or destruction, on the event loop of http/server.h.
///
/// Thread safety: port() and stop() may be called from any thread, stop() more than once.
class Server {
 public:
  /// Listens before it returns.
  ///
  /// Errors: kBusy when the port is taken, kPermission when the system refuses it, kNetwork for
  /// another failure to listen, kStorage when the log cannot be opened.
  static Result<std::unique_ptr<Server>> start(std::shared_ptr<const Manifest> manifest,
                                               ServerOptions options);
  ~Server();

  std::uint16_t port() const;
  /// "http://127.0.0.1:PORT": what goes into <gateway url="...">.
  std::string url() const;
  /// As http::Server::stop().
  void stop();

 private:
  struct Impl;
  explicit Server(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace porthole::labs
