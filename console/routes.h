#pragma once

/// The routes of the console's API that need a session.

#include <span>
#include <string_view>

#include "console/access/role.h"
#include "console/api/call.h"

namespace porthole::console {

struct Route {
  std::string_view path;
  std::string_view method;  ///< "GET" or "POST".
  Role role;                ///< The least that it needs.
  std::string_view action;  ///< Its name in the audit log; "" for what changes nothing.
  Handler handler;
};

/// All of them. A POST has an action, a GET has none.
std::span<const Route> routes();

}  // namespace porthole::console
