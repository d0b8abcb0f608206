#pragma once

/// Finds captures in an archive by URL, including redirects, errors and robots.txt, whose places
/// the repository does not store.

#include <filesystem>
#include <functional>
#include <string_view>
#include <vector>

#include "archive/warc_writer.h"
#include "base/result.h"

namespace porthole::archive {

/// Returns the places of the response records in the files of `folder` (*.warc.gz) whose URL
/// `wanted` accepts, in the order of the files. Reads the whole archive. Redacted captures are not
/// found. A missing folder has no captures.
///
/// Errors: kInvalid for a file that is not a WARC file, kPermission, kStorage. Thread safety: any
/// thread.
Result<std::vector<Place>> find_captures(const std::filesystem::path& folder,
                                         const std::function<bool(std::string_view url)>& wanted);

}  // namespace porthole::archive
