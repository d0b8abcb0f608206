#include "search/mcp/mcp_server.h"

#include <utility>

#include "search/mcp/mcp_handler.h"

namespace porthole::search {

Result<std::unique_ptr<http::Server>> start_server_with_mcp(
    std::vector<ServedCollection> collections, http::ServerOptions options) {
  std::vector<McpCollection> named;
  for (const ServedCollection& one : collections) named.push_back({one.name, one.standing});
  TRY_AS(site, Site::open(std::move(collections)));
  options.max_body = McpHandler::kMostBody;
  return http::Server::start(std::make_unique<McpHandler>(std::move(*site), std::move(named)),
                             options);
}

}  // namespace porthole::search
