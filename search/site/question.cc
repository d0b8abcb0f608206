#include "search/site/question.h"

#include "search/site/json.h"

namespace porthole::search {
namespace {

constexpr const char* kJsonType = "application/json; charset=utf-8";

}  // namespace

Response page_answer(std::string html) { return {200, "text/html; charset=utf-8", std::move(html), 0, 0}; }

Response json_answer(std::string json) { return {200, kJsonType, std::move(json), 0, 0}; }

Response json_error(int status, std::string_view code, std::string_view message, std::string_view hint) {
  return {status, kJsonType, error_as_json(code, message, hint), 0, status == 503 ? 5 : 0};
}

Response json_error(const Error& error) {
  if (error.code == ErrorCode::kInvalid) {
    return json_error(400, "unknown-field", error.message, error.hint + "; all fields: /api/v1/fields");
  }
  if (error.code == ErrorCode::kNotFound) return json_error(404, "not-found", error.message, error.hint);
  return json_error(503, "storage", "what is stored cannot be read just now", "try again in a moment");
}

}  // namespace porthole::search
