#pragma once

/// A request as the site reads it, and answers in the forms that all parts of the site give.
///
/// Thread safety: functions without state. This header is the room's own.

#include <string>
#include <string_view>

#include "base/result.h"
#include "search/site/parameters.h"
#include "http/response.h"

namespace porthole::search {

using http::Response;

/// Lifetime: what it refers to must outlive it.
struct Question {
  std::string_view path;
  const Parameters& parameters;
  std::string_view target;  ///< As it was asked.
  std::string_view origin;  ///< "http://127.0.0.1:8080".

  const std::string& query() const { return parameters.text("q"); }
  const std::string& url() const { return parameters.text("url"); }
  const std::string& collection() const { return parameters.text("collection"); }
};

inline constexpr int kDefaultSize = 10;  ///< Of lists, where a request does not say.
inline constexpr const char* kPlainType = "text/plain; charset=utf-8";

Response page_answer(std::string html);
Response json_answer(std::string json);
Response json_error(int status, std::string_view code, std::string_view message, std::string_view hint);
/// An answer of the API for an error of a search.
Response json_error(const Error& error);

}  // namespace porthole::search
