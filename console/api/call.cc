#include "console/api/call.h"

#include "search/site/json_text.h"

namespace porthole::console {
namespace {

tl::unexpected<Error> bad_member(const char* name, const std::string& wanted) {
  return fail(ErrorCode::kUsage, "not a valid \"" + std::string(name) + "\" in the request",
              "send " + wanted);
}

}  // namespace

Payload as_payload(const nlohmann::ordered_json& value) { return {search::json_text(value)}; }

Result<std::string> text_member(const Call& call, const char* name, std::size_t most) {
  const auto found = call.body.find(name);
  if (found == call.body.end() || !found->is_string()) return bad_member(name, "a text");
  auto text = found->get<std::string>();
  if (text.size() > most) {
    return fail(ErrorCode::kTooLarge, "\"" + std::string(name) + "\" is too long",
                "send at most " + std::to_string(most) + " bytes");
  }
  return text;
}

Result<std::string> optional_text(const Call& call, const char* name, std::size_t most) {
  if (!call.body.contains(name)) return std::string();
  return text_member(call, name, most);
}

Result<std::int64_t> number_member(const Call& call, const char* name, std::int64_t low,
                                   std::int64_t high, std::int64_t fallback) {
  const auto found = call.body.find(name);
  if (found == call.body.end() || found->is_null()) return fallback;
  const std::string wanted =
      "a whole number from " + std::to_string(low) + " to " + std::to_string(high);
  if (!found->is_number_integer()) return bad_member(name, wanted);
  if (found->is_number_unsigned() && found->get<std::uint64_t>() > INT64_MAX)
    return bad_member(name, wanted);
  const auto value = found->get<std::int64_t>();
  if (value < low || value > high) return bad_member(name, wanted);
  return value;
}

}  // namespace porthole::console
