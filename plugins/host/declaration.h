#pragma once

/// Reads the declarations of the classes in a plug-in library. A sandbox process loads the library,
/// so a crash while loading does no harm.
///
/// In:  the path of a library.
/// Out: every class in it with its declaration.
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
  std::string file;  ///< The library.
  std::string class_name;
  PluginKind kind = PluginKind::kSummarizer;
  PluginAbout about;
  Formats formats;      ///< For a summarizer.
  Manners manners;      ///< For a protocol.
  std::string problem;  ///< Not empty: the reason why it cannot be used.
};

/// "protocol", "summarizer", "strategy", "scope rule".
const char* kind_name(PluginKind kind);

/// All classes of each of `files`; an unusable library gives one Declaration with the problem.
/// `program` is the sandbox program; find_worker_program() if empty.
///
/// Errors: as WorkerPool::make().
Result<std::vector<Declaration>> describe(const std::vector<std::filesystem::path>& files,
                                          const std::filesystem::path& program = {});

/// Every library in `folder`, sorted by name; those that must not be loaded have a problem.
Result<std::vector<Declaration>> describe_folder(const std::filesystem::path& folder);

/// Creates and configures `use` in a sandbox process. Returns "" or the problem.
///
/// Errors: as WorkerPool::make().
Result<std::string> check_use(const PluginUse& use, const std::filesystem::path& program = {});

// --- In the sandbox process ----------------------------------------------------------------------

/// The reply to a frame of Task::kDescribe or kCheck; absent if the frame is invalid.
std::optional<std::string> answer_description(std::string_view request);

/// Creates a configured object. Errors: kInvalid, with the message of the plug-in or the loader.
Result<std::unique_ptr<Plugin>> make_configured(const PluginUse& use, PluginKind kind);

}  // namespace porthole::plugins
