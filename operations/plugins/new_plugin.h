#pragma once

/// Writes a project for a plug-in: sources, README, an example document and a test.
///
/// Source: docs/plugins.md. Thread safety: all functions, any thread.

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace porthole::operations {

enum class PluginProject {
  kLibrary,  ///< A summarizer in C++, built by CMake.
  kProgram,  ///< A summarizer program in Python, for the plug-in `program`.
};

/// Writes the project `name` into `folder`, which must not exist. Returns the files, relative to
/// it.
///
/// Errors: kUsage for a name that is not lower-case letters, digits and "_", beginning with a
/// letter; kInvalid if `folder` exists; kPermission if it cannot be written.
Result<std::vector<std::string>> write_plugin_project(const std::filesystem::path& folder,
                                                      const std::string& name,
                                                      PluginProject project);

}  // namespace porthole::operations
