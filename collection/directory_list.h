#pragma once

/// Imports a list of pages by topic, the format of open directories: `path, url, title,
/// description`.
///
/// In:  CSV (RFC 4180) or, when the first line has a tab, TSV. A first line that names the columns
/// may put
///      them in another order or leave out title and description; without one they stand in this
///      order.
/// Out: examples with the names of their path; and the skipped rows.
///
/// "Top" at the beginning of a path, the root of such directories, is left out.
/// Thread safety: pure functions.

#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.h"
#include "collection/bookmarks.h"

namespace porthole::collection {

/// Errors: kInvalid when no row can be used, or a quoted field never ends (with its line).
Result<Imported> read_directory_list(std::string_view text, const std::string& name_for_messages);

/// Reads a file of example pages of either kind (read_bookmarks(), read_directory_list()); topics
/// are put below `under`, a path or
/// "". Examples outside of all folders go to the topic "unsorted".
/// Errors: those of the readers; kNotFound, kPermission, kTooLarge beyond 64 MiB.
Result<Imported> read_example_file(const std::filesystem::path& file, std::string_view under);

}  // namespace porthole::collection
