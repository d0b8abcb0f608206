#pragma once

/// The launcher of a sandbox process: a process beside it that runs programs for its summarizers,
/// each confined as WorkerClass::kTool, or kOwnTool for those in the folders of the plug-ins.
///
/// In:  requests over a channel (plugins/tool_request.h), which kToolChannel names.
/// Out: how each program ended.
///
/// The launcher holds code of this file alone. It ends, and the program that it runs, when the
/// channel is closed, that is, with the sandbox process.

#include <string>
#include <vector>

namespace porthole::parser {

/// Starts the launcher as a child of this process. Without one, programs cannot be run.
///
/// Requires: one thread; no descriptors but the standard ones and those that close at exec.
/// Returns false if the system refuses.
bool start_tool_launcher(const std::vector<std::string>& plugin_folders);

}  // namespace porthole::parser
