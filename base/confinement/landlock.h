#pragma once

/// Landlock: the kernel's limits on the files, ports and signals of a process.
///
/// Source: https://docs.kernel.org/userspace-api/landlock.html (ABI 1 to 6). Thread safety: none.

#include <string>
#include <vector>

namespace porthole::confinement {

/// The version of the kernel's interface; 0 if there is none.
int landlock_abi();

/// Paths by right. Those that do not exist are ignored.
struct PathRules {
  std::vector<std::string> readable;
  std::vector<std::string> executable;  ///< Readable, too.
  std::vector<std::string> writable;    ///< Existing files, to be written.
  std::vector<std::string> owned;       ///< Folders in which everything is allowed.
};

enum class Network : unsigned char { kAllowed, kForbidden };

/// Limits the calling process and all that it starts. Returns false if the kernel cannot.
/// Requires: no_new_privs is set.
bool restrict_paths(const PathRules& rules, Network network);

}  // namespace porthole::confinement
