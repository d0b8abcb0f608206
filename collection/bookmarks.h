#pragma once

/// Imports browser bookmarks: folders become topics, bookmarks become examples.
///
/// In:  a file in the Netscape bookmark format, as all browsers write it: HTML with <H3> for the
/// name of
///      a folder, <DL> for what is in it, <A HREF> for a bookmark, <DD> for its description.
/// Out: examples, each with the names of the folders around it; and the skipped entries.
///
/// The format has no standard but this:
/// https://learn.microsoft.com/previous-versions/windows/internet-explorer/ie-developer/platform-apis/aa753582(v=vs.85).
/// Thread safety: pure functions.

#include <string_view>
#include <vector>

#include "base/result.h"
#include "collection/taxonomy_file.h"

namespace porthole::collection {

/// Result of an import.
struct Imported {
  std::vector<NewExample> examples;
  std::vector<Error> skipped;  ///< Entries that are not usable, each with its line.
};

/// True if `text` looks like a bookmarks file.
bool is_bookmarks(std::string_view text);

/// Folders that browsers create themselves (toolbar, unfiled) are not topics: their content counts
/// for the folder around them. A bookmark outside of all folders has an empty path. Addresses that
/// are not http or https (javascript:, place:, ...) are skipped; folders deeper than 64 count as
/// the 64th.
///
/// Errors: kInvalid when there is no bookmark in it. `name_for_messages` becomes the file of
/// errors.
Result<Imported> read_bookmarks(std::string_view text, const std::string& name_for_messages);

}  // namespace porthole::collection
