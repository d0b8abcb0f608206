#pragma once

/// Lists the WARC files of an archive folder.

#include <filesystem>
#include <vector>

#include "archive/place.h"
#include "base/result.h"

namespace porthole::archive {

/// The files `*.warc.gz` in `folder`, in order of name, which for our own files is the order of
/// writing. A missing folder has none.
std::vector<std::filesystem::path> archive_files(const std::filesystem::path& folder);

/// Errors: kStorage when `folder` lacks the file of `end`, or bytes of it before that offset. An
/// `end` without a file is reached by any.
Result<void> check_reaches(const std::filesystem::path& folder, const Place& end);

}  // namespace porthole::archive
