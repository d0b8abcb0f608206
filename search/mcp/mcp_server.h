#pragma once

/// Starts the search site with /mcp beside it (mcp_handler.h).

#include <memory>
#include <vector>

#include "base/result.h"
#include "http/server.h"
#include "search/site/site.h"

namespace porthole::search {

/// As start_server(); `options.max_body` is set to that of a message. Errors: the same.
Result<std::unique_ptr<http::Server>> start_server_with_mcp(
    std::vector<ServedCollection> collections, http::ServerOptions options);

}  // namespace porthole::search
