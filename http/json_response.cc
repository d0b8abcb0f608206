#include "http/json_response.h"

#include <utility>

#include "base/text/format.h"

namespace porthole::http {

using nlohmann::ordered_json;

namespace {

constexpr int kRetrySeconds = 5;

}  // namespace

std::string json_text(const ordered_json& value) {
  const std::string plain =
      printable_json(value.dump(-1, ' ', false, ordered_json::error_handler_t::replace));
  std::string out;
  out.reserve(plain.size() + plain.size() / 8);
  for (const char c : plain) {  // in JSON these three occur inside strings only
    switch (c) {
      case '<':
        out += "\\u003c";
        break;
      case '>':
        out += "\\u003e";
        break;
      case '&':
        out += "\\u0026";
        break;
      default:
        out += c;
    }
  }
  return out;
}

Response json_response(std::string text) { return {200, kJsonType, std::move(text), 0, 0}; }

Response json_response(const ordered_json& value) { return json_response(json_text(value)); }

Response json_error(int status, std::string_view code, std::string_view message,
                    std::string_view hint) {
  Response answer = json_response(
      ordered_json{{"error", {{"code", code}, {"message", message}, {"hint", hint}}}});
  answer.status = status;
  answer.retry_after = status == 503 ? kRetrySeconds : 0;
  return answer;
}

nlohmann::json read_client_json(std::string_view text) {
  bool is_deep = false;
  const auto keep = [&](int depth, nlohmann::json::parse_event_t, nlohmann::json&) {
    is_deep = is_deep || depth > kDeepestJson;
    return !is_deep;
  };
  nlohmann::json value = nlohmann::json::parse(text, keep, false);
  return is_deep ? nlohmann::json(nlohmann::json::value_t::discarded) : value;
}

}  // namespace porthole::http
