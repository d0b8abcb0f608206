#pragma once

/// The tools that McpHandler (mcp_handler.h) offers, and their calls.
///
/// Thread safety: functions without state.

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "base/json/json.h"
#include "base/result.h"
#include "http/route.h"

namespace porthole::search {

/// A collection, for its standing questions.
struct McpCollection {
  std::string name;
  std::filesystem::path standing;
};

/// The result of "tools/list": {"tools": [{"name", "title", "description", "inputSchema",
/// "annotations"}]}.
nlohmann::ordered_json mcp_tools();

/// The result of "tools/call": {"content", "isError"}, and "structuredContent" where a tool answers
/// with an object. A tool that finds nothing, or fails, has isError with what it says.
/// Errors: kUsage for a tool that there is not, and for arguments that do not fit its schema.
Result<nlohmann::ordered_json> call_mcp_tool(const nlohmann::json& parameters,
                                             const http::Handler& site, std::string_view origin,
                                             std::span<const McpCollection> collections);

}  // namespace porthole::search
