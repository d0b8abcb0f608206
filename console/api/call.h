#pragma once

/// A call of the console's API, and its outcome.

#include <string>
#include <utility>

#include "base/json/json.h"
#include "base/result.h"
#include "console/access/sessions.h"
#include "console/api/members.h"
#include "console/folders.h"
#include "http/request.h"
#include "search/site/parameters.h"

namespace porthole::console {

inline constexpr const char* kJsonType = "application/json; charset=utf-8";

struct Call {
  const http::Request& request;
  const search::Parameters& parameters;  ///< Those of the URL.
  Members& members;                      ///< Those of the body; none for GET.
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

}  // namespace porthole::console
