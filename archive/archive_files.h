#pragma once

/// Lists the WARC files of an archive folder.

#include <filesystem>
#include <vector>

namespace porthole::archive {

/// The files `*.warc.gz` in `folder`, in order of name, which for our own files is the order of
/// writing. A missing folder has none.
std::vector<std::filesystem::path> archive_files(const std::filesystem::path& folder);

}  // namespace porthole::archive
