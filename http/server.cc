#include "http/server.h"

#include <Poco/Net/HTTPRequestHandler.h>
#include <Poco/Net/HTTPRequestHandlerFactory.h>
#include <Poco/Net/HTTPServerConnection.h>
#include <Poco/Net/HTTPServerParams.h>
#include <Poco/Net/HTTPServerRequest.h>
#include <Poco/Net/HTTPServerResponse.h>
#include <Poco/Net/NetException.h>
#include <Poco/Net/ServerSocket.h>
#include <Poco/Net/TCPServer.h>
#include <Poco/Net/TCPServerConnectionFactory.h>
#include <Poco/ThreadPool.h>
#include <poll.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <thread>

#include "base/log.h"
#include "http/etag.h"
#include "http/http_head.h"
#include "http/peer_limit.h"
#include "http/status.h"

namespace porthole::http {
namespace {

namespace net = Poco::Net;
using std::chrono::steady_clock;

constexpr std::chrono::seconds kHeadTime{5};
constexpr std::chrono::seconds kDrainTime{2};
constexpr int kSendSeconds = 10;

constexpr std::array kSafetyFields = {
    std::pair{"Content-Security-Policy",
              "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; "
              "img-src 'self'; "
              "form-action 'self'; "
              "base-uri 'none'; frame-ancestors 'none'"},
    std::pair{"X-Content-Type-Options", "nosniff"}, std::pair{"Referrer-Policy", "no-referrer"},
    std::pair{"Cross-Origin-Opener-Policy", "same-origin"},
    std::pair{"Cross-Origin-Resource-Policy", "same-origin"}};

std::string cache_control(const Response& answer) {
  if (answer.max_age > 0) return "max-age=" + std::to_string(answer.max_age);
  return answer.etag.empty()
             ? "no-store"
             : "private, no-cache";  // clients may store it, but revalidate it each time
}

class RequestHandler final : public net::HTTPRequestHandler {
 public:
  RequestHandler(const Handler& handler, const std::string& public_origin)
      : handler_(handler), public_origin_(public_origin) {}

  void handleRequest(net::HTTPServerRequest& request, net::HTTPServerResponse& response) override {
    const Response answer =
        not_modified_or(handler_.answer(request.getURI(), origin_of(request)), request);
    response.setStatusAndReason(static_cast<net::HTTPResponse::HTTPStatus>(answer.status),
                                std::string(reason_phrase(answer.status)));
    if (answer.status != net::HTTPResponse::HTTP_NOT_MODIFIED) {
      response.setContentType(answer.content_type);
      response.setContentLength64(static_cast<Poco::Int64>(answer.body.size()));
    }
    response.set("Cache-Control", cache_control(answer));
    if (!answer.etag.empty()) response.set("ETag", answer.etag);
    if (answer.retry_after > 0) response.set("Retry-After", std::to_string(answer.retry_after));
    for (const auto& [name, value] : kSafetyFields) response.set(name, value);
    std::ostream& out = response.send();
    if (request.getMethod() != "HEAD") out << answer.body;
  }

 private:
  std::string origin_of(const net::HTTPServerRequest& request) const {
    if (!public_origin_.empty()) return public_origin_;
    return request.has("Host") ? "http://" + request.get("Host") : std::string();
  }

  // RFC 9110, section 13.1.2: 304 without a body when the client has the response.
  static Response not_modified_or(Response answer, const net::HTTPServerRequest& request) {
    if (answer.etag.empty() || !names_etag(request.get("If-None-Match", ""), answer.etag))
      return answer;
    answer.status = net::HTTPResponse::HTTP_NOT_MODIFIED;
    answer.body.clear();
    return answer;
  }

  const Handler& handler_;
  const std::string& public_origin_;
};

class RequestHandlers final : public net::HTTPRequestHandlerFactory {
 public:
  RequestHandlers(const Handler& handler, std::string public_origin)
      : handler_(handler), public_origin_(std::move(public_origin)) {}
  net::HTTPRequestHandler* createRequestHandler(const net::HTTPServerRequest&) override {
    return new RequestHandler(handler_, public_origin_);
  }

 private:
  const Handler& handler_;
  const std::string public_origin_;
};

// Shared by all connections; outlives them.
struct Shared {
  const Handler& handler;
  net::HTTPServerParams::Ptr params;
  net::HTTPRequestHandlerFactory::Ptr handlers;
  std::vector<std::string> hosts;
  PeerLimit* limit;
};

// Validates the head with MSG_PEEK, and lets Poco read it only when it is valid.
class GuardedConnection final : public net::TCPServerConnection {
 public:
  GuardedConnection(const net::StreamSocket& socket, const Shared& shared)
      : net::TCPServerConnection(socket), shared_(shared) {}

  void run() override {
    try {
      const PeerLimit::Ticket ticket =
          shared_.limit->admit(socket().peerAddress().host().toString());
      if (!ticket)
        return send_refusal(503);  // at once, without reading the request: threads are scarce
      socket().setSendTimeout(Poco::Timespan(kSendSeconds, 0));
      socket().setReceiveTimeout(Poco::Timespan(std::chrono::seconds(kHeadTime).count(), 0));
      const int status = await_head();
      if (status == kGone) return;
      if (status == kGood) {
        net::HTTPServerConnection(socket(), shared_.params, shared_.handlers).run();
      } else {
        refuse(status);
      }
    } catch (const Poco::Exception& error) {
      log(LogLevel::kDebug, "http", "connection ended: " + error.displayText());
    }
  }

 private:
  static constexpr int kGood = 0;
  static constexpr int kGone = -1;
  static constexpr std::chrono::milliseconds kNap{1};

  // Returns kGood, kGone, or the status of the refusal. Sleeps until more bytes arrive than were
  // seen before.
  int await_head() {
    const auto deadline = steady_clock::now() + kHeadTime;
    std::array<char, kMaxHead> buffer;
    int seen = 0;
    for (;;) {
      set_low_water(seen + 1);
      if (!await_bytes(deadline)) return 408;
      set_low_water(1);
      const int count =
          socket().receiveBytes(buffer.data(), static_cast<int>(buffer.size()), MSG_PEEK);
      if (count == seen) {
        if (client_is_done()) return kGone;  // closed before the head was complete
        std::this_thread::sleep_for(kNap);
        continue;
      }
      seen = count;
      const HeadVerdict verdict =
          judge_head({buffer.data(), static_cast<std::size_t>(seen)}, shared_.hosts);
      if (verdict.state == HeadState::kGood) return kGood;
      if (verdict.state == HeadState::kBad) return verdict.status;
    }
  }

  // Linux also wakes below the low-water mark, when the receive window or its memory runs short:
  // only POLLRDHUP shows that no more bytes will arrive.
  bool client_is_done() {
    pollfd state{socket().impl()->sockfd(), POLLRDHUP, 0};
    return ::poll(&state, 1, 0) > 0 && (state.revents & (POLLRDHUP | POLLHUP | POLLERR)) != 0;
  }

  // False when nothing arrived before the deadline.
  bool await_bytes(steady_clock::time_point deadline) {
    const auto left =
        std::chrono::duration_cast<std::chrono::microseconds>(deadline - steady_clock::now());
    return left.count() > 0 &&
           socket().poll(Poco::Timespan(left.count()), net::Socket::SELECT_READ);
  }

  void set_low_water(int bytes) { socket().impl()->setOption(SOL_SOCKET, SO_RCVLOWAT, bytes); }

  void refuse(int status) {
    send_refusal(status);
    socket().shutdownSend();
    drain();
  }

  void send_refusal(int status) {
    const Response answer = shared_.handler.message(status);
    std::string head = "HTTP/1.1 " + std::to_string(status) + " " +
                       std::string(reason_phrase(status)) +
                       "\r\nConnection: close\r\nContent-Type: " + answer.content_type +
                       "\r\nContent-Length: " + std::to_string(answer.body.size()) +
                       "\r\nCache-Control: no-store\r\n";
    if (status == 405) head += "Allow: GET, HEAD\r\n";
    if (answer.retry_after > 0)
      head += "Retry-After: " + std::to_string(answer.retry_after) + "\r\n";
    for (const auto& [name, value] : kSafetyFields)
      head.append(name).append(": ").append(value).append("\r\n");
    const std::string bytes = head + "\r\n" + answer.body;
    socket().sendBytes(bytes.data(), static_cast<int>(bytes.size()));
  }

  // Reads until the client closes, for kDrainTime at most: closing a socket with unread bytes
  // resets the connection, and the client loses the response (RFC 9112, section 9.6).
  void drain() {
    const auto deadline = steady_clock::now() + kDrainTime;
    std::array<char, 8192> buffer;
    while (await_bytes(deadline)) {
      if (socket().receiveBytes(buffer.data(), static_cast<int>(buffer.size())) <= 0) return;
    }
  }

  const Shared& shared_;
};

class GuardedConnections final : public net::TCPServerConnectionFactory {
 public:
  explicit GuardedConnections(const Shared& shared) : shared_(shared) {}
  net::TCPServerConnection* createConnection(const net::StreamSocket& socket) override {
    return new GuardedConnection(socket, shared_);
  }

 private:
  const Shared& shared_;
};

net::HTTPServerParams::Ptr server_params(const ServerOptions& options) {
  net::HTTPServerParams::Ptr params = new net::HTTPServerParams;
  params->setMaxThreads(options.threads);
  params->setMaxQueued(options.queued);
  params->setKeepAlive(false);
  params->setTimeout(Poco::Timespan(std::chrono::seconds(kHeadTime).count(), 0));
  return params;
}

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

}  // namespace

class Server::Impl {
 public:
  Impl(std::unique_ptr<const Handler> handler, net::ServerSocket socket,
       const ServerOptions& options)
      : handler_(std::move(handler)),
        limit_({options.per_peer, options.per_loopback}),
        pool_(2, options.threads + 2),
        shared_{*handler_, server_params(options),
                new RequestHandlers(*handler_, options.public_origin), options.hosts, &limit_},
        address_(socket.address()),
        server_(std::make_unique<net::TCPServer>(new GuardedConnections(shared_), pool_, socket,
                                                 shared_.params)) {
    server_->start();
  }

  ~Impl() { stop(); }

  const net::SocketAddress& address() const { return address_; }

  // Joins the threads before it destroys the server: Poco 1.11 may crash in the other order while a
  // connection arrives.
  void stop() {
    if (server_ == nullptr) return;
    server_->stop();
    pool_.joinAll();
    server_.reset();
  }

 private:
  std::unique_ptr<const Handler> handler_;
  PeerLimit limit_;
  Poco::ThreadPool pool_;
  Shared shared_;
  net::SocketAddress address_;
  std::unique_ptr<net::TCPServer> server_;
};

Server::Server(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Server::~Server() = default;

Result<std::unique_ptr<Server>> Server::start(std::unique_ptr<const Handler> handler,
                                              const ServerOptions& options) {
  try {
    net::ServerSocket socket;
    const Poco::Net::IPAddress ip(options.address);
    socket.bind(net::SocketAddress(ip, options.port), true, false);
    socket.listen(options.queued);
    return std::unique_ptr<Server>(
        new Server(std::make_unique<Impl>(std::move(handler), std::move(socket), options)));
  } catch (const Poco::Exception& error) {
    return fail(listen_error(options, error));
  }
}

std::uint16_t Server::port() const { return impl_->address().port(); }

std::string Server::url() const { return "http://" + impl_->address().toString() + "/"; }

void Server::stop() { impl_->stop(); }

}  // namespace porthole::http
