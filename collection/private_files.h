#pragma once

/// Makes collections of private sources (mailboxes, databases, directories) readable by their owner
/// only.
///
/// In:  a collection's folder.
/// Out: the folder with mode 0700, all that is in it with 0700 (folders) and 0600 (files).

#include <filesystem>

#include "base/result.h"

namespace porthole::collection {

/// Removes the permissions of group and others from the folder first, then from everything in it.
/// Symbolic links are not followed. Errors: kPermission naming the file whose permissions cannot be
/// changed.
Result<void> make_private(const std::filesystem::path& folder);

/// True if `folder` is private already, by make_private() or its owner.
bool is_private(const std::filesystem::path& folder);

}  // namespace porthole::collection
