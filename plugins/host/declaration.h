#pragma once

/// What is in a library: asked in a worker process, so that one that crashes when it is loaded takes
/// nothing with it.
///
/// In:  the path of a library.
/// Out: every class in it with what it declares.
///
/// Thread safety: all functions, any thread.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "plugins/host/setup.h"
#include "plugins/protocol_handler.h"

namespace porthole::plugins {

struct Declaration {
  std::string file;        ///< The library.
  std::string class_name;
  PluginKind kind = PluginKind::kSummarizer;
  PluginAbout about;
  Formats formats;         ///< Of a summarizer.
  Manners manners;         ///< Of a protocol.
  std::string problem;     ///< Not empty: it cannot be used, and this is why.
};

/// "protocol", "summarizer", "strategy", "scope rule".
const char* kind_name(PluginKind kind);

/// All classes of each of `files`; a library that cannot be used gives one Declaration with the
/// problem. `program` is the worker; find_worker_program() when empty.
///
/// Errors: as WorkerPool::make().
Result<std::vector<Declaration>> describe(const std::vector<std::filesystem::path>& files,
                                          const std::filesystem::path& program = {});

/// Every library in `folder` by name; those that may not be loaded come back as a problem.
Result<std::vector<Declaration>> describe_folder(const std::filesystem::path& folder);

/// Makes and configures `use` in a worker process. "" or what is wrong.
///
/// Errors: as WorkerPool::make().
Result<std::string> check_use(const PluginUse& use, const std::filesystem::path& program = {});

// --- The worker's side -------------------------------------------------------------------------

/// The reply to a frame of Task::kDescribe or kCheck; nothing when it makes no sense.
std::optional<std::string> answer_description(std::string_view request);

/// A configured object. Errors: kInvalid, in the words of whoever failed.
Result<std::unique_ptr<Plugin>> make_configured(const PluginUse& use, PluginKind kind);

}  // namespace porthole::plugins
