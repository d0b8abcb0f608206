#include "http/server.h"

#include <array>
#include <utility>

#include "http/etag.h"
#include "http/http_head.h"

namespace porthole::http {
namespace {

constexpr int kNotModified = 304;
constexpr int kMethodNotAllowed = 405;

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

Reply reply_of(Response answer) {
  Reply reply;
  reply.status = answer.status;
  auto& fields = reply.fields;
  if (answer.status != kNotModified)
    fields.emplace_back("Content-Type", std::move(answer.content_type));
  fields.emplace_back("Cache-Control", cache_control(answer));
  if (!answer.etag.empty()) fields.emplace_back("ETag", std::move(answer.etag));
  if (answer.retry_after > 0)
    fields.emplace_back("Retry-After", std::to_string(answer.retry_after));
  fields.insert(fields.end(), kSafetyFields.begin(), kSafetyFields.end());
  reply.body = std::move(answer.body);
  return reply;
}

// RFC 9110, section 13.1.2: 304 without a body when the client has the response.
Response not_modified_or(Response answer, const Request& request) {
  if (answer.etag.empty() || !names_etag(request.field("If-None-Match"), answer.etag))
    return answer;
  answer.status = kNotModified;
  answer.body.clear();
  return answer;
}

class HandlerApplication final : public Application {
 public:
  HandlerApplication(std::unique_ptr<const Handler> handler, const ServerOptions& options)
      : handler_(std::move(handler)),
        hosts_(options.hosts),
        public_origin_(options.public_origin),
        max_body_(options.max_body) {}

  HeadVerdict judge(std::string_view bytes) const override {
    return judge_head(bytes, hosts_, max_body_);
  }

  Reply answer(const Request& request) const override {
    const std::string origin = origin_of(request);
    if (request.method == "POST")
      return reply_of(handler_->answer_post(request.target, origin, request.body));
    return reply_of(not_modified_or(handler_->answer(request.target, origin), request));
  }

  Reply refuse(int status) const override {
    Reply reply = reply_of(handler_->message(status));
    reply.status = status;
    if (status == kMethodNotAllowed)
      reply.fields.emplace_back("Allow", max_body_ > 0 ? "GET, HEAD, POST" : "GET, HEAD");
    return reply;
  }

 private:
  std::string origin_of(const Request& request) const {
    if (!public_origin_.empty()) return public_origin_;
    const std::string_view host = request.field("Host");
    return host.empty() ? std::string() : "http://" + std::string(host);
  }

  const std::unique_ptr<const Handler> handler_;
  const std::vector<std::string> hosts_;
  const std::string public_origin_;
  const std::size_t max_body_;
};

}  // namespace

class Server::Impl {
 public:
  explicit Impl(std::unique_ptr<const Application> made) : application(std::move(made)) {}

  std::unique_ptr<const Application> application;
  std::unique_ptr<Front> front;  // ends before the application
};

Server::Server(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Server::~Server() = default;

Result<std::unique_ptr<Server>> Server::start(std::unique_ptr<const Handler> handler,
                                              const ServerOptions& options) {
  auto impl =
      std::make_unique<Impl>(std::make_unique<HandlerApplication>(std::move(handler), options));
  Result<std::unique_ptr<Front>> front = Front::start(*impl->application, options);
  if (!front) return fail(front.error());
  impl->front = std::move(*front);
  return std::unique_ptr<Server>(new Server(std::move(impl)));
}

std::uint16_t Server::port() const { return impl_->front->port(); }

std::string Server::url() const { return impl_->front->origin() + "/"; }

void Server::stop() { impl_->front->stop(); }

}  // namespace porthole::http
