#pragma once

/// McpHandler: the search site for programs that speak the Model Context Protocol, at /mcp.
///
/// In:  a POST with one message of JSON-RPC 2.0.
/// Out: its answer as JSON: "initialize", "ping", "tools/list", "tools/call"; 202 without a body
/// for
///      a notification. There are no sessions and no streams: a GET of /mcp is answered with 405,
///      and every message stands alone. All else goes to the site.
///
/// A tool calls the site's own routes, so that it has their limits and says what they say.
///
/// A page of another site cannot ask by a reader's browser: `Origin`, where there is one, has to be
/// the server's own (403), and only JSON is read (415).
///
/// Source: Model Context Protocol, revision 2025-06-18, "Streamable HTTP", "Lifecycle", "Tools";
/// JSON-RPC 2.0 specification, section 5.1 (codes of errors).
///
/// Thread safety: any thread.

#include <memory>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "http/route.h"
#include "http/server.h"
#include "search/mcp/mcp_tools.h"
#include "search/site/site.h"

namespace porthole::search {

class McpHandler final : public http::Handler {
 public:
  static constexpr std::size_t kMostBody = std::size_t{64} << 10;  ///< Bytes of a message.

  McpHandler(std::unique_ptr<const http::Handler> site, std::vector<McpCollection> collections)
      : site_(std::move(site)), collections_(std::move(collections)) {}

  http::Response answer(const http::Request& request) const override;
  http::RefusalForm form_of(std::string_view target) const override;
  http::Response refuse(int status, http::RefusalForm form) const override;

 private:
  http::Response answer_message(const http::Request& request) const;

  const std::unique_ptr<const http::Handler> site_;
  const std::vector<McpCollection> collections_;
};

/// Starts the search site with /mcp beside it, as start_server(); `options.max_body` is set to that
/// of a message. Errors: the same.
Result<std::unique_ptr<http::Server>> start_server_with_mcp(
    std::vector<ServedCollection> collections, http::ServerOptions options);

}  // namespace porthole::search
