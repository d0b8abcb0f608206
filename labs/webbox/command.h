#pragma once

/// Runs a program and waits for it; no shell is involved, so an argument is an argument.

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace porthole::labs {

struct CommandOutput {
  int status = 0;        ///< The exit status; 128 + signal when a signal ended it.
  std::string standard;  ///< All of its standard output.
  std::string error;     ///< The last 4 KiB of its standard error.

  /// The last line of `error` that is not empty: what the program gave as its reason.
  std::string last_error_line() const;
};

/// `arguments[0]` is looked up in PATH and run in `folder` with LC_ALL=C.UTF-8, no standard input
/// and no blocked signals. A status other than 0 is not an Error.
///
/// Errors: kNotFound when there is no such program, kPermission when it may not be run.
/// Thread safety: any thread.
Result<CommandOutput> run_command(const std::vector<std::string>& arguments,
                                  const std::filesystem::path& folder);

}  // namespace porthole::labs
