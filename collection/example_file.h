#pragma once

/// Reads a file of example pages of either kind: a browser's bookmarks, or a list of pages by
/// topic.
///
/// Thread safety: pure functions.

#include <filesystem>
#include <string_view>

#include "base/result.h"
#include "collection/bookmarks.h"

namespace porthole::collection {

/// Reads `file` (read_bookmarks(), read_directory_list()); topics are put below `under`, a path or
/// "". Examples outside of all folders go to the topic "unsorted".
/// Errors: those of the readers; kNotFound, kPermission, kTooLarge beyond 64 MiB.
Result<Imported> read_example_file(const std::filesystem::path& file, std::string_view under);

}  // namespace porthole::collection
