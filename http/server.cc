#include "http/server.h"

#include <utility>

#include "http/etag.h"
#include "http/http_head.h"
#include "http/reply.h"
#include "http/status.h"

namespace porthole::http {
namespace {

constexpr int kMethodNotAllowed = 405;

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
      return allowing(reply_of(handler_->answer_post(request, origin)), "GET, HEAD");
    Reply reply = reply_of(not_modified_or(handler_->answer(request.target, origin), request));
    return allowing(std::move(reply), "POST");
  }

  RefusalForm form_of(std::string_view target) const override { return handler_->form_of(target); }

  Reply refuse(int status, RefusalForm form) const override {
    Reply reply = reply_of(handler_->message(status, form));
    reply.status = status;
    if (status == kMethodNotAllowed)
      reply.fields.emplace_back("Allow", max_body_ > 0 ? "GET, HEAD, POST" : "GET, HEAD");
    return reply;
  }

 private:
  // RFC 9110, section 15.5.6: 405 names the methods that the resource has.
  static Reply allowing(Reply reply, const char* methods) {
    if (reply.status == kMethodNotAllowed) reply.fields.emplace_back("Allow", methods);
    return reply;
  }

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
  TRY_AS(front, Front::start(*impl->application, options));
  impl->front = std::move(*front);
  return std::unique_ptr<Server>(new Server(std::move(impl)));
}

std::uint16_t Server::port() const { return impl_->front->port(); }

std::string Server::url() const { return impl_->front->origin() + "/"; }

void Server::stop() { impl_->front->stop(); }

}  // namespace porthole::http
