#pragma once

/// Replaces the file of a repository by one that was built again.
///
/// A repository that is complete waits in DIR/repaired/ until it is in place. While it waits, no
/// repository in DIR is opened for writing.
///
/// Thread safety: one thread at a time; the caller holds the lock of `file`.

#include <filesystem>

#include "base/result.h"

namespace porthole::repository {

/// Where a complete repository waits to take the place of `file`.
std::filesystem::path waiting_replacement(const std::filesystem::path& file);

/// Moves the folder of the closed repository `made` to where it waits, in one step: from then on
/// replace_by_waiting() can be repeated. Errors: kPermission, kDiskFull, kStorage.
Result<void> let_replacement_wait(const std::filesystem::path& made,
                                  const std::filesystem::path& file);

/// Puts waiting_replacement() in the place of `file`. The old file, if there is one, stays in the
/// folder `aside` (made when missing), with what its log holds; a folder in its place, too. A crash
/// leaves the old file or the new one in place, and can be followed by another call. Errors: as
/// above.
Result<void> replace_by_waiting(const std::filesystem::path& file,
                                const std::filesystem::path& aside);

}  // namespace porthole::repository
