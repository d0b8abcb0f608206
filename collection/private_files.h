#pragma once

/// Collections that nobody but their owner may read: those of mailboxes, databases and directories.
///
/// In:  a collection's folder.
/// Out: the folder with mode 0700, all that is in it with 0700 (folders) and 0600 (files).

#include <filesystem>

#include "base/result.h"

namespace porthole::collection {

/// Takes the rights of group and others from the folder first, then from all that is in it.
/// Symbolic links are not followed. Errors: kPermission with the file that keeps its rights.
Result<void> make_private(const std::filesystem::path& folder);

/// make_private() was done here, or the owner did the same.
bool is_private(const std::filesystem::path& folder);

}  // namespace porthole::collection
