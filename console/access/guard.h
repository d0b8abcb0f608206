#pragma once

/// Checks of a request that hold for every route of the console, before any of them is looked for.
///
/// Thread safety: functions without state.

#include <string>
#include <string_view>
#include <vector>

#include "http/request.h"

namespace porthole::console {

/// True if the Host field names this machine as a browser on it does (localhost, a literal loopback
/// address), or is one of `hosts`. Any other name may be one that DNS rebinding points here.
bool is_own_host(std::string_view host_field, const std::vector<std::string>& hosts);

/// True if the request comes from a page of the console: Origin is there and is http or https with
/// the authority of the Host field, and Sec-Fetch-Site, where a browser sends it, is same-origin.
bool is_of_own_page(const http::Request& request);

/// False if the browser says that a page of another origin asks. Reads alone.
bool may_read(const http::Request& request);

/// The value of a cookie; "" without one, and where there are two of the name.
std::string cookie(const http::Request& request, std::string_view name);

/// True for application/json, whatever its parameters.
bool is_json(const http::Request& request);

}  // namespace porthole::console
