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

#include <string>
#include <string_view>

#include "base/result.h"
#include "collection/bookmarks.h"

namespace porthole::collection {

/// Errors: kInvalid when no row can be used, or a quoted field never ends (with its line).
Result<Imported> read_directory_list(std::string_view text, const std::string& name_for_messages);

}  // namespace porthole::collection
