#pragma once

/// The WARC files of an archive folder, and the captures in them.

#include <filesystem>
#include <functional>
#include <string_view>
#include <vector>

#include "archive/place.h"
#include "archive/warc_writer.h"
#include "base/result.h"

namespace porthole::archive {

/// The files `*.warc.gz` in `folder`, in order of name, which for our own files is the order of
/// writing. A missing folder has none.
std::vector<std::filesystem::path> archive_files(const std::filesystem::path& folder);

/// Errors: kStorage when `folder` lacks the file of `end`, or bytes of it before that offset. An
/// `end` without a file is reached by any.
Result<void> check_reaches(const std::filesystem::path& folder, const Place& end);

/// Finds captures by URL, including redirects, errors and robots.txt, whose places the repository
/// does not store: returns the places of the response records in the files of `folder` (*.warc.gz)
/// whose URL `wanted` accepts, in the order of the files. Reads the whole archive. Redacted
/// captures are not found. A missing folder has no captures.
///
/// Errors: kInvalid for a file that is not a WARC file, kPermission, kStorage. Thread safety: any
/// thread.
Result<std::vector<Place>> find_captures(const std::filesystem::path& folder,
                                         const std::function<bool(std::string_view url)>& wanted);

}  // namespace porthole::archive
