#pragma once

/// Scripted web server for tests: sends exactly the given bytes, valid HTTP or not.
///
/// It listens on 127.0.0.1, on a port that the system chooses, and has a thread for each
/// connection. Scripts are chosen by the request target; without a script the response is 404.
///
///   SiteServer server;
///   server.answer("/", SiteServer::page("<p>hello"));
///   server.on("/slow", [](SiteConnection& c) { c.send("HTTP/1.1 200"); c.wait_for_hang_up(); });
///   fetch(server.url("/slow"));
///
/// Thread safety: any thread.

#include <atomic>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace porthole::testing {

struct SiteRequest {
  std::string head;  ///< As received, with the empty line.
  std::string method;
  std::string target;
  std::string body;    ///< As long as Content-Length says.
  int connection = 0;  ///< Which connection it came over, from 1.

  /// Value of the first header `name` (in any case), "" when absent.
  std::string header(std::string_view name) const;
};

/// The server's end of a connection, in the hands of a script.
class SiteConnection {
 public:
  explicit SiteConnection(int socket) : socket_(socket) {}

  const SiteRequest& request() const { return request_; }
  /// Sends all of `bytes`. Returns false when the client is gone.
  bool send(std::string_view bytes);
  /// Returns when the client has closed the connection, or the server is being taken down.
  void wait_for_hang_up();
  /// The connection is closed when the script returns; else it is kept for the next request.
  void close_after() { keep_ = false; }
  /// The same, with a reset (RST) in place of an orderly end.
  void reset_after();

 private:
  friend class SiteServer;
  bool read_request();
  bool read_body();

  int socket_;
  SiteRequest request_;
  std::string received_;
  bool keep_ = true;
};

class SiteServer {
 public:
  using Script = std::function<void(SiteConnection&)>;

  SiteServer();
  ~SiteServer();
  SiteServer(const SiteServer&) = delete;
  SiteServer& operator=(const SiteServer&) = delete;

  int port() const { return port_; }
  /// "http://127.0.0.1:PORT" and `target`.
  std::string url(std::string_view target) const;

  /// Runs `script` for every request for `target`.
  void on(std::string target, Script script);
  /// Answers every request for `target` with `bytes`, and keeps the connection.
  void answer(std::string target, std::string bytes);
  /// The same, and closes the connection.
  void answer_and_close(std::string target, std::string bytes);
  /// Runs `script` for every connection, before anything is read; its request() is empty.
  void on_connection(Script script);

  /// A complete answer 200 of type text/html. `fields` are further header lines, each with CR LF.
  static std::string page(std::string_view body, std::string_view fields = {});

  /// All requests so far, in order of arrival.
  std::vector<SiteRequest> requests() const;
  int connections() const { return connections_; }

 private:
  void accept_all();
  void serve(int socket, int number);
  Script script_for(const std::string& target) const;

  int listener_ = -1;
  int port_ = 0;
  std::atomic<bool> stopping_ = false;
  std::atomic<int> connections_ = 0;
  mutable std::mutex mutex_;  // Guards all below.
  std::map<std::string, Script> scripts_;
  Script on_connection_;
  std::vector<SiteRequest> requests_;
  std::vector<int> sockets_;
  std::vector<std::thread> threads_;
  std::thread acceptor_;
};

}  // namespace porthole::testing
