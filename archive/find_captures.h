#pragma once

/// Finds captures in an archive by their URL, those of redirects, errors and robots.txt among them,
/// which no repository has the place of.

#include <filesystem>
#include <functional>
#include <string_view>
#include <vector>

#include "archive/warc_writer.h"
#include "base/result.h"

namespace porthole::archive {

/// The places of the response records in the files of `folder` (*.warc.gz) whose URL `wanted`
/// takes, in the order of the files. Reads the whole archive. Tombstones are no captures. A folder
/// that is not there has none.
///
/// Errors: kInvalid for a file that is no WARC file, kPermission, kStorage. Thread safety: any
/// thread.
Result<std::vector<Place>> find_captures(const std::filesystem::path& folder,
                                         const std::function<bool(std::string_view url)>& wanted);

}  // namespace porthole::archive
