#include "http/reply.h"

#include <array>
#include <string>
#include <utility>

#include "http/status.h"

namespace porthole::http {
namespace {

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

}  // namespace

Reply reply_of(Response answer) {
  Reply reply;
  reply.status = answer.status;
  auto& fields = reply.fields;
  fields.reserve(6 + kSafetyFields.size());
  if (answer.status != kNotModified)
    fields.emplace_back("Content-Type", std::move(answer.content_type));
  fields.emplace_back("Cache-Control", cache_control(answer));
  if (!answer.etag.empty()) fields.emplace_back("ETag", std::move(answer.etag));
  if (answer.retry_after > 0)
    fields.emplace_back("Retry-After", std::to_string(answer.retry_after));
  if (!answer.disposition.empty())
    fields.emplace_back("Content-Disposition", std::move(answer.disposition));
  fields.emplace_back("Content-Security-Policy", answer.is_foreign ? kForeignPolicy : kOwnPolicy);
  fields.insert(fields.end(), kSafetyFields.begin(), kSafetyFields.end());
  reply.body = std::move(answer.body);
  return reply;
}

}  // namespace porthole::http
