#pragma once

/// The routes of the console's API that need a session.

#include <span>
#include <string_view>

#include "console/access/sessions.h"
#include "console/api/call.h"
#include "http/route.h"

namespace porthole::console {

/// Who may call it, and how that is written down.
struct Access {
  Role role = Role::kRead;       ///< The least that it needs.
  std::string_view action = "";  ///< Its name in the audit log; "" for what changes nothing.
};

using Route = http::Route<Call, Access>;

/// All of them. A POST has an action, a GET has none.
std::span<const Route> routes();

}  // namespace porthole::console
