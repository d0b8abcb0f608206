#pragma once

/// A call of the console's API.

#include "base/result.h"
#include "console/access/sessions.h"
#include "console/api/members.h"
#include "console/folders.h"
#include "http/json_response.h"
#include "http/parameters.h"

namespace porthole::console {

struct Call {
  const http::Request& request;
  const http::Parameters& parameters;  ///< Those of the URL.
  Members& members;                    ///< Those of the body; none for GET.
  const Session& session;
  ServedFolder& folder;  ///< The one that the call names, else the first.
};

}  // namespace porthole::console
