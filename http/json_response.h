#pragma once

/// Responses in JSON: values, and the one form of errors. Characters that HTML gives a meaning are
/// escaped, and what printable_json() escapes. Reads what clients send.
///
/// Thread safety: functions without state.

#include <string>
#include <string_view>

#include "base/json/json.h"
#include "http/response.h"

namespace porthole::http {

inline constexpr const char* kJsonType = "application/json; charset=utf-8";

/// Invalid UTF-8 is replaced.
std::string json_text(const nlohmann::ordered_json& value);

/// `text`: written by json_text().
Response json_response(std::string text);
Response json_response(const nlohmann::ordered_json& value);
/// {"error":{"code","message","hint"}}, without files and lines, which clients must not see. 503
/// says when to come back.
Response json_error(int status, std::string_view code, std::string_view message,
                    std::string_view hint);

inline constexpr int kDeepestJson = 32;

/// Reads JSON that a client has sent. The value is_discarded() when it is not JSON, or nested
/// deeper than kDeepestJson: copies and writers of deeper values would use up the stack.
nlohmann::json read_client_json(std::string_view text);

}  // namespace porthole::http
