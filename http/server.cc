#include "http/server.h"

#include <Poco/Net/IPAddress.h>
#include <Poco/Net/ServerSocket.h>
#include <Poco/Net/SocketAddress.h>
#include <malloc.h>
#include <sys/resource.h>

#include <algorithm>
#include <cerrno>
#include <mutex>
#include <thread>
#include <utility>

#include "http/event_loop.h"
#include "http/exchange.h"
#include "http/forwarded.h"
#include "http/worker_pool.h"

namespace porthole::http {

namespace {

namespace net = Poco::Net;

constexpr int kBacklog = 4096;          // connections that the system keeps until the loop's turn
constexpr int kSendBuffer = 128 << 10;  // of each connection, for a client that does not read
constexpr std::size_t kOwnFiles = 256;  // of indexes, databases and threads

Error listen_error(const ServerOptions& options, const Poco::Exception& error) {
  const std::string place = options.address + ":" + std::to_string(options.port);
  if (error.code() == EADDRINUSE) {
    return {
        ErrorCode::kBusy,
        "port " + std::to_string(options.port) + " is taken: another program listens at " + place,
        "",
        0,
        0,
        "choose another place, for example: --listen " + options.address + ":" +
            std::to_string(options.port + 1) + " (porthole demo: --port " +
            std::to_string(options.port + 1) + ")"};
  }
  if (error.code() == EACCES || error.code() == EPERM) {
    return {ErrorCode::kPermission,
            "the system does not allow listening at " + place,
            "",
            0,
            0,
            "choose a port above 1023 with --listen ADDRESS:PORT"};
  }
  return {ErrorCode::kInvalid,
          "cannot listen at " + place + ": " + error.displayText(),
          "",
          0,
          0,
          "give an address of this machine: --listen 127.0.0.1:8080"};
}

/// Raises the soft limit on open files, and returns how many connections fit below it.
std::size_t make_room_for(std::size_t connections) {
  rlimit files{};
  if (::getrlimit(RLIMIT_NOFILE, &files) != 0) return connections;
  const auto wanted = static_cast<rlim_t>(connections + kOwnFiles);
  if (files.rlim_cur < wanted) {
    const rlimit raised{std::min(wanted, files.rlim_max), files.rlim_max};
    if (::setrlimit(RLIMIT_NOFILE, &raised) == 0) files = raised;
  }
  const std::size_t all = files.rlim_cur;
  const std::size_t rest = all > 2 * kOwnFiles ? all - kOwnFiles : all / 2;
  return std::clamp<std::size_t>(rest, 1, connections);
}

std::size_t at_least(int least, int value) {
  return static_cast<std::size_t>(std::max(least, value));
}

}  // namespace

class Server::Impl {
 public:
  Impl(std::shared_ptr<const Handler> handler, const net::ServerSocket& socket, Proxies proxies,
       const ServerOptions& options)
      : exchange_(std::move(handler), options),
        socket_(socket),
        address_(socket_.address()),
        workers_(at_least(1, options.threads), at_least(0, options.queued)),
        loop_(exchange_, options, socket_, make_room_for(at_least(1, options.connections)),
              std::move(proxies), workers_),
        thread_([this] { loop_.run(); }) {}

  ~Impl() { stop(); }

  const net::SocketAddress& address() const { return address_; }

  void stop() {
    const std::lock_guard lock(mutex_);
    if (!thread_.joinable()) return;
    loop_.stop();
    thread_.join();
    socket_.close();
    workers_.stop();
  }

 private:
  const Exchange exchange_;
  net::ServerSocket socket_;
  const net::SocketAddress address_;
  WorkerPool workers_;
  EventLoop loop_;
  std::mutex mutex_;
  std::thread thread_;  // guarded by mutex_
};

Server::Server(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Server::~Server() = default;

Result<std::unique_ptr<Server>> Server::start(std::shared_ptr<const Handler> handler,
                                              const ServerOptions& options) {
  TRY_AS(proxies, Proxies::parse(options.proxies));
  try {
    net::ServerSocket socket;
    const net::IPAddress ip(options.address);
    socket.bind(net::SocketAddress(ip, options.port), true, false);
    socket.setNoDelay(true);  // Linux gives these two to the sockets of connections.
    socket.setSendBufferSize(kSendBuffer);
    socket.listen(kBacklog);
    socket.setBlocking(false);
    return std::unique_ptr<Server>(new Server(
        std::make_unique<Impl>(std::move(handler), socket, std::move(*proxies), options)));
  } catch (const Poco::Exception& error) {
    return fail(listen_error(options, error));
  }
}

std::uint16_t Server::port() const { return impl_->address().port(); }

std::string Server::origin() const { return "http://" + impl_->address().toString(); }

void Server::stop() { impl_->stop(); }

void limit_malloc_arenas(int most) { mallopt(M_ARENA_MAX, std::max(2, most)); }

void limit_malloc_arenas() {
  limit_malloc_arenas(static_cast<int>(std::thread::hardware_concurrency()));
}

}  // namespace porthole::http
