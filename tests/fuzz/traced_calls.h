#pragma once

/// Checks the system calls of a sandbox process and the programs that it starts, with strace.
///
/// In:  the worker program; later the log that strace wrote.
/// Out: calls that no document's type needs: files opened that are not part of an installed program
///      (its libraries, fonts, tables), anything opened for writing, programs started that no
///      plug-in uses, sockets.
///
/// Failed calls count, too: a document must not cause them at all.

#include <filesystem>
#include <string>
#include <vector>

namespace porthole::testing {

/// True if strace is installed and allowed to trace.
bool can_trace();

/// A wrapper program for `worker` that logs its system calls to files `folder`/calls.PID.
std::filesystem::path traced_worker(const std::filesystem::path& worker,
                                    const std::filesystem::path& folder);

struct TracedCalls {
  std::size_t seen = 0;                ///< Calls in all.
  std::vector<std::string> forbidden;  ///< Lines of strace.
};

/// `own`: folders of this build, whose files a worker may read.
TracedCalls traced_calls(const std::filesystem::path& folder, const std::vector<std::string>& own);

}  // namespace porthole::testing
