#pragma once

/// A call of the console's API, and its outcome.

#include <string>
#include <utility>

#include "base/json/json.h"
#include "base/result.h"
#include "console/access/sessions.h"
#include "console/folders.h"
#include "http/request.h"
#include "search/site/parameters.h"

namespace porthole::console {

inline constexpr const char* kJsonType = "application/json; charset=utf-8";

struct Call {
  const http::Request& request;
  const search::Parameters& parameters;  ///< Those of the URL.
  const nlohmann::json& body;            ///< An object; empty for GET.
  const Session& session;
  ServedFolder& folder;  ///< The one that the call names, else the first.
};

/// The body of an answer with status 200.
struct Payload {
  std::string body;
  const char* type = kJsonType;
};

/// Characters that HTML gives a meaning are escaped.
Payload as_payload(const nlohmann::ordered_json& value);

using Handler = Result<Payload> (*)(const Call&);

/// A member of the call's body. Errors: kUsage when it is not there, or of another type, or longer
/// than `most` bytes.
Result<std::string> text_member(const Call& call, const char* name, std::size_t most = 4096);
/// The same; "" when it is not there.
Result<std::string> optional_text(const Call& call, const char* name, std::size_t most = 4096);
/// A whole number from `low` to `high`; `fallback` when it is not there.
Result<std::int64_t> number_member(const Call& call, const char* name, std::int64_t low,
                                   std::int64_t high, std::int64_t fallback);

}  // namespace porthole::console
