#pragma once

/// Reads a list of pages by topic, as open directories are given away: `path, url, title, description`.
///
/// In:  CSV (RFC 4180) or, when the first line has a tab, TSV. A first line that names the columns may put
///      them in another order or leave out title and description; without one they stand in this order.
/// Out: examples with the names of their path; and the rows that could not be taken.
///
/// "Top" at the beginning of a path, the root of such directories, is left out.
/// Thread safety: pure functions.

#include <string>
#include <string_view>

#include "base/result.h"
#include "collection/bookmarks.h"

namespace porthole::collection {

/// Errors: kInvalid when not one row can be taken, or a quoted field never ends (with its line).
Result<Imported> read_directory_list(std::string_view text, const std::string& name_for_messages);

}  // namespace porthole::collection
