#include "labs/webbox/server.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include "base/json/json.h"
#include "base/result.h"
#include "http/response.h"
#include "http/server.h"
#include "labs/webbox/request.h"

namespace porthole::labs {
namespace {

// Access log of the server (format: labs/webbox/server.h).

struct LogEntry {
  std::string method;
  std::string url;
  int status = 0;
  std::uint64_t bytes = 0;
  std::string agent;
  std::uint16_t peer = 0;
};

/// Thread safety: write() may be called from any thread; each line is one write to the file, so a
/// killed server leaves no half line.
class AccessLog {
 public:
  /// Appends to `file`; "" makes a log that drops everything. Errors: kStorage.
  static Result<std::unique_ptr<AccessLog>> open(const std::filesystem::path& file);
  ~AccessLog();
  AccessLog(const AccessLog&) = delete;
  AccessLog& operator=(const AccessLog&) = delete;

  void write(const LogEntry& entry) const;

 private:
  explicit AccessLog(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;  // -1 = none
};

double seconds_since_epoch() {
  using namespace std::chrono;
  const auto now = duration_cast<milliseconds>(system_clock::now().time_since_epoch());
  return static_cast<double>(now.count()) / 1000;
}

Result<std::unique_ptr<AccessLog>> AccessLog::open(const std::filesystem::path& file) {
  if (file.empty()) return std::unique_ptr<AccessLog>(new AccessLog(-1));
  const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (descriptor < 0) {
    Error error;
    error.code = ErrorCode::kStorage;
    error.message = std::string("cannot open the access log: ") + std::strerror(errno);
    error.file = file.string();
    return fail(std::move(error));
  }
  return std::unique_ptr<AccessLog>(new AccessLog(descriptor));
}

AccessLog::~AccessLog() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void AccessLog::write(const LogEntry& entry) const {
  if (descriptor_ < 0) return;
  const nlohmann::ordered_json line{{"time", seconds_since_epoch()},
                                    {"method", entry.method},
                                    {"url", entry.url},
                                    {"status", entry.status},
                                    {"bytes", entry.bytes},
                                    {"agent", entry.agent},
                                    {"peer", entry.peer}};
  std::string text = line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
  // A log that cannot be written (a full disk) must not stop the box.
  [[maybe_unused]] const auto written = ::write(descriptor_, text.data(), text.size());
}

/// A crawler may ask any host for anything: only the form of a head is judged. A body is not read.
http::HeadVerdict judge_form(std::string_view bytes) {
  using http::HeadState;
  const std::size_t end = bytes.find("\r\n\r\n");
  if (end == std::string_view::npos) {
    return bytes.size() < http::kMaxHead ? http::HeadVerdict{}
                                         : http::HeadVerdict{HeadState::kBad, 431};
  }
  const http::Request request = http::read_request(bytes.substr(0, end + 2));
  if (request.target.empty()) return {HeadState::kBad, 400};
  const std::string_view length = request.field("Content-Length");
  const bool has_body =
      !request.field("Transfer-Encoding").empty() || (!length.empty() && length != "0");
  return {HeadState::kGood, 0, end + 4, 0, has_body};
}

Request read_request(const http::Request& from) {
  Request request;
  request.method = from.method;
  request.target = from.target;
  request.host = from.field("Host");
  request.forwarded_proto = from.field("X-Forwarded-Proto");
  request.accept_encoding = from.field("Accept-Encoding");
  request.if_none_match = from.field("If-None-Match");
  request.if_modified_since = from.field("If-Modified-Since");
  return request;
}

class Box final : public http::Handler {
 public:
  Box(std::shared_ptr<const Manifest> manifest, RobotsRules robots, std::unique_ptr<AccessLog> log)
      : manifest_(std::move(manifest)), robots_(std::move(robots)), log_(std::move(log)) {}

  http::Response answer(const http::Request& in) const override {
    const Request request = read_request(in);
    Response response = responder_.answer(request);
    log_->write({request.method, response.url, response.status,
                 request.method == "HEAD" ? 0 : response.body.size(),
                 std::string(in.field("User-Agent")), in.client_port});
    http::Response out = bare(response.status);
    out.content_type = response.type;
    out.body = std::move(response.body);
    out.fields = std::move(response.headers);
    out.fields.emplace_back("Server", "porthole-webbox/" PORTHOLE_VERSION);
    return out;
  }

  http::Response refuse(int status, http::RefusalForm) const override { return bare(status); }

 private:
  static http::Response bare(int status) {
    http::Response response{status, "", "", 0, 0};
    response.is_bare = true;
    return response;
  }

  const std::shared_ptr<const Manifest> manifest_;
  const RobotsRules robots_;
  const std::unique_ptr<AccessLog> log_;
  const Responder responder_{*manifest_, robots_};
};

/// The same failure, with the remedies of this server.
Error listen_error(const Error& error, const ServerOptions& options) {
  const std::string another = "choose another place, for example --listen " + options.address;
  Error own = error;
  switch (error.code) {
    case ErrorCode::kBusy:
      own.hint = another + ":0 for any port that is free";
      break;
    case ErrorCode::kPermission:
      own.hint = another + ":8090";
      break;
    default:
      own.code = ErrorCode::kNetwork;
      own.hint = "give an address of this machine: --listen 127.0.0.1:8090";
  }
  return own;
}

}  // namespace

struct Server::Impl {
  std::unique_ptr<http::Server> server;
};

Result<std::unique_ptr<Server>> Server::start(std::shared_ptr<const Manifest> manifest,
                                              ServerOptions options) {
  TRY_AS(log, AccessLog::open(options.log_file));
  http::ServerOptions http;
  http.address = options.address;
  http.port = options.port;
  http.connections = options.connections;
  http.per_peer = 0;
  http.judge = judge_form;
  auto started = http::Server::start(
      std::make_unique<const Box>(std::move(manifest), options.robots, std::move(*log)), http);
  if (!started) return fail(listen_error(started.error(), options));
  return std::unique_ptr<Server>(new Server(std::make_unique<Impl>(Impl{std::move(*started)})));
}

Server::Server(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

Server::~Server() = default;

std::uint16_t Server::port() const { return impl_->server->port(); }

std::string Server::url() const { return impl_->server->origin(); }

void Server::stop() { impl_->server->stop(); }

}  // namespace porthole::labs
