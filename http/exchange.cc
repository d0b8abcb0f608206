#include "http/exchange.h"

#include <Poco/Net/HTTPResponse.h>

#include <array>
#include <sstream>
#include <utility>

#include "http/response.h"

namespace porthole::http {

namespace {

constexpr int kMethodNotAllowed = 405;
constexpr const char* kReads = "GET, HEAD";
constexpr const char* kOwnPolicy =
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; "
    "img-src 'self'; "
    "form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'";
// An origin of its own, no scripts, no forms, and no requests.
constexpr const char* kForeignPolicy =
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'";

constexpr std::array kSafetyFields = {std::pair{"X-Content-Type-Options", "nosniff"},
                                      std::pair{"Referrer-Policy", "no-referrer"},
                                      std::pair{"Cross-Origin-Opener-Policy", "same-origin"},
                                      std::pair{"Cross-Origin-Resource-Policy", "same-origin"}};

std::string cache_control(const Response& answer) {
  if (answer.max_age > 0) return "max-age=" + std::to_string(answer.max_age);
  return answer.etag.empty()
             ? "no-store"
             : "private, no-cache";  // clients may store it, but revalidate it each time
}

// RFC 9110, section 13.1.2: 304 without a body when the client has the response.
void leave_out_unmodified(Response& answer, const Request& request) {
  if (answer.etag.empty() || !names_etag(request.field("If-None-Match"), answer.etag)) return;
  answer.status = kNotModified;
  answer.body.clear();
}

void add_own_fields(Reply& reply, Response& answer) {
  auto& fields = reply.fields;
  fields.reserve(8 + kSafetyFields.size());
  fields.emplace_back("Cache-Control", cache_control(answer));
  if (!answer.etag.empty()) fields.emplace_back("ETag", std::move(answer.etag));
  if (answer.retry_after > 0)
    fields.emplace_back("Retry-After", std::to_string(answer.retry_after));
  if (!answer.disposition.empty())
    fields.emplace_back("Content-Disposition", std::move(answer.disposition));
  fields.emplace_back("Content-Security-Policy", answer.is_foreign ? kForeignPolicy : kOwnPolicy);
  fields.insert(fields.end(), kSafetyFields.begin(), kSafetyFields.end());
}

/// `methods`: those that the resource has, which 405 names (RFC 9110, section 15.5.6).
Reply reply_of(Response answer, const char* methods) {
  Reply reply{answer.status, {}, std::move(answer.body)};
  if (answer.status != kNotModified && !answer.content_type.empty())
    reply.fields.emplace_back("Content-Type", std::move(answer.content_type));
  if (!answer.is_bare) {
    add_own_fields(reply, answer);
    if (answer.status == kMethodNotAllowed) reply.fields.emplace_back("Allow", methods);
  }
  for (auto& field : answer.fields) reply.fields.push_back(std::move(field));
  return reply;
}

}  // namespace

Exchange::Exchange(std::shared_ptr<const Handler> handler, const ServerOptions& options)
    : handler_(std::move(handler)), options_(options) {}

HeadVerdict Exchange::judge(std::string_view bytes) const {
  return options_.judge ? options_.judge(bytes)
                        : judge_head(bytes, options_.hosts, options_.max_body);
}

Reply Exchange::answer(Request& request) const {
  request.origin = origin_of(request);
  Response answer = handler_->answer(request);
  const bool reads = request.method != "POST";
  if (reads) leave_out_unmodified(answer, request);
  return reply_of(std::move(answer), reads ? "POST" : kReads);
}

Reply Exchange::refuse(int status, RefusalForm form) const {
  Response answer = handler_->refuse(status, form);
  answer.status = status;
  return reply_of(std::move(answer), options_.max_body > 0 ? "GET, HEAD, POST" : kReads);
}

std::string Exchange::origin_of(const Request& request) const {
  if (!options_.public_origin.empty()) return options_.public_origin;
  const std::string_view host = request.field("Host");
  return host.empty() ? std::string() : "http://" + std::string(host);
}

WireAnswer wire_answer(Reply reply, bool is_head, bool keeps_connection) {
  using Poco::Net::HTTPResponse;
  HTTPResponse head(HTTPResponse::HTTP_1_1, static_cast<HTTPResponse::HTTPStatus>(reply.status),
                    std::string(reason_phrase(reply.status)));
  head.setDate({});
  if (!keeps_connection) head.set("Connection", "close");
  for (const auto& [name, value] : reply.fields) head.add(name, value);
  if (reply.status != kNotModified) {
    head.setContentLength64(static_cast<Poco::Int64>(reply.body.size()));
  }
  std::ostringstream written;
  head.write(written);
  const bool has_body = reply.status != kNotModified && !is_head;
  return {std::move(written).str(), has_body ? std::move(reply.body) : std::string(),
          keeps_connection};
}

}  // namespace porthole::http
