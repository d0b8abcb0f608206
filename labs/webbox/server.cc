#include "labs/webbox/server.h"

#include <Poco/Exception.h>
#include <Poco/Net/HTTPRequestHandler.h>
#include <Poco/Net/HTTPRequestHandlerFactory.h>
#include <Poco/Net/HTTPServer.h>
#include <Poco/Net/HTTPServerParams.h>
#include <Poco/Net/HTTPServerRequest.h>
#include <Poco/Net/HTTPServerResponse.h>
#include <Poco/Net/NetException.h>
#include <Poco/Net/ServerSocket.h>
#include <Poco/ThreadPool.h>
#include <Poco/Timespan.h>

#include <cerrno>
#include <exception>
#include <mutex>

#include "base/log.h"
#include "labs/webbox/access_log.h"
#include "labs/webbox/request.h"

namespace porthole::labs {
namespace {

namespace net = Poco::Net;

constexpr int kWaitingConnections = 1024;
constexpr int kThreadStack = 8 << 20;  // Reserved, not used, until patterns recurse.
constexpr int kMaxRequestsOnAConnection = 1'000'000;
// Short, so that a thread is soon free of a connection that nobody uses.
const Poco::Timespan kIdle(10, 0);

Request read_request(const net::HTTPServerRequest& from) {
  Request request;
  request.method = from.getMethod();
  request.target = from.getURI();
  request.host = from.get("Host", "");
  request.forwarded_proto = from.get("X-Forwarded-Proto", "");
  request.accept_encoding = from.get("Accept-Encoding", "");
  request.if_none_match = from.get("If-None-Match", "");
  request.if_modified_since = from.get("If-Modified-Since", "");
  return request;
}

void send(const Response& response, net::HTTPServerResponse& out) {
  out.setStatusAndReason(static_cast<net::HTTPResponse::HTTPStatus>(response.status));
  for (const auto& [name, value] : response.headers) out.set(name, value);
  if (response.status == net::HTTPResponse::HTTP_NOT_MODIFIED) {
    out.send();
    return;
  }
  out.setContentType(response.type);
  out.sendBuffer(response.body.data(), response.body.size());
}

/// Answers one request; no exception leaves it.
class Handler : public net::HTTPRequestHandler {
 public:
  Handler(const Responder& responder, const AccessLog& log) : responder_(responder), log_(log) {}

  void handleRequest(net::HTTPServerRequest& in, net::HTTPServerResponse& out) override {
    try {
      const Request request = read_request(in);
      const Response response = responder_.answer(request);
      log_.write({request.method, response.url, response.status,
                  request.method == "HEAD" ? 0 : response.body.size(), in.get("User-Agent", ""),
                  in.clientAddress().port()});
      if (in.getContentLength64() > 0 || in.getChunkedTransferEncoding()) out.setKeepAlive(false);
      send(response, out);
    } catch (const Poco::Net::NetException&) {
      // The client is gone: its own affair.
    } catch (const Poco::Exception& e) {
      log(LogLevel::kWarning, "webbox", e.displayText());
    } catch (const std::exception& e) {
      log(LogLevel::kWarning, "webbox", e.what());
    }
  }

 private:
  const Responder& responder_;
  const AccessLog& log_;
};

class HandlerFactory : public net::HTTPRequestHandlerFactory {
 public:
  HandlerFactory(const Responder& responder, const AccessLog& log)
      : responder_(responder), log_(log) {}

  net::HTTPRequestHandler* createRequestHandler(const net::HTTPServerRequest&) override {
    return new Handler(responder_, log_);  // Poco deletes it.
  }

 private:
  const Responder& responder_;
  const AccessLog& log_;
};

net::HTTPServerParams::Ptr make_parameters(int connections) {
  net::HTTPServerParams::Ptr parameters(new net::HTTPServerParams);
  parameters->setMaxThreads(connections);
  parameters->setMaxQueued(kWaitingConnections);
  parameters->setTimeout(kIdle);
  parameters->setKeepAlive(true);
  parameters->setKeepAliveTimeout(kIdle);
  parameters->setMaxKeepAliveRequests(kMaxRequestsOnAConnection);
  parameters->setSoftwareVersion("porthole-webbox/" PORTHOLE_VERSION);
  return parameters;
}

tl::unexpected<Error> listen_error(const ServerOptions& options, const Poco::Exception& e) {
  const std::string place = options.address + ":" + std::to_string(options.port);
  const std::string another = "choose another place, for example --listen " + options.address;
  if (e.code() == EADDRINUSE) {
    return fail(
        ErrorCode::kBusy,
        "port " + std::to_string(options.port) + " is taken: another program listens at " + place,
        another + ":0 for any port that is free");
  }
  if (e.code() == EACCES || e.code() == EPERM) {
    return fail(ErrorCode::kPermission, "the system does not allow listening at " + place,
                another + ":8090");
  }
  return fail(ErrorCode::kNetwork, "cannot listen at " + place + ": " + e.message(),
              "give an address of this machine: --listen 127.0.0.1:8090");
}

}  // namespace

struct Server::Impl {
  std::shared_ptr<const Manifest> manifest;
  ServerOptions options;
  std::unique_ptr<AccessLog> log;
  Responder responder{*manifest, options.robots};
  Poco::ThreadPool threads{"webbox", 4, options.connections, 60, kThreadStack};
  net::ServerSocket socket;
  net::SocketAddress address;  // as it was bound
  std::unique_ptr<net::HTTPServer> server;
  std::mutex stopping;

  Impl(std::shared_ptr<const Manifest> served, ServerOptions wanted,
       std::unique_ptr<AccessLog> sink)
      : manifest(std::move(served)), options(std::move(wanted)), log(std::move(sink)) {}

  void listen() {
    socket.bind(net::SocketAddress(options.address, options.port), true, false);
    socket.listen(kWaitingConnections);
    address = socket.address();
    server = std::make_unique<net::HTTPServer>(new HandlerFactory(responder, *log), threads, socket,
                                               make_parameters(options.connections));
    server->start();
  }
};

Result<std::unique_ptr<Server>> Server::start(std::shared_ptr<const Manifest> manifest,
                                              ServerOptions options) {
  auto log = AccessLog::open(options.log_file);
  if (!log) return fail(log.error());
  try {
    auto impl = std::make_unique<Impl>(std::move(manifest), options, std::move(*log));
    impl->listen();
    return std::unique_ptr<Server>(new Server(std::move(impl)));
  } catch (const Poco::Exception& e) {
    return listen_error(options, e);
  }
}

Server::Server(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Server::~Server() { stop(); }

std::uint16_t Server::port() const { return impl_->address.port(); }

std::string Server::url() const { return "http://" + impl_->address.toString(); }

void Server::stop() {
  const std::lock_guard lock(impl_->stopping);
  try {
    impl_->server->stopAll(true);
    impl_->threads.joinAll();
    impl_->socket.close();
  } catch (const Poco::Exception& e) {
    log(LogLevel::kWarning, "webbox", "while stopping: " + e.displayText());
  }
}

}  // namespace porthole::labs
