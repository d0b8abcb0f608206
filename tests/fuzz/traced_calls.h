#pragma once

/// What a worker and the programs that it starts ask of the system, as strace sees it.
///
/// In:  the worker program; later the log that strace wrote.
/// Out: calls that no document's type needs: files opened that are not part of an installed program
///      (its libraries, fonts, tables), anything opened for writing, programs started that no plug-in
///      uses, sockets.
///
/// Calls that failed count like those that went well: what matters is that a document made them.

#include <filesystem>
#include <string>
#include <vector>

namespace porthole::testing {

/// strace is installed, and may trace a program here.
bool can_trace();

/// A program that stands for `worker` and writes what it does to files `folder`/calls.PID.
std::filesystem::path traced_worker(const std::filesystem::path& worker,
                                    const std::filesystem::path& folder);

struct TracedCalls {
  std::size_t seen = 0;                ///< Calls in all.
  std::vector<std::string> forbidden;  ///< Lines of strace.
};

/// `own`: folders of this build, whose files a worker may read.
TracedCalls traced_calls(const std::filesystem::path& folder, const std::vector<std::string>& own);

}  // namespace porthole::testing
