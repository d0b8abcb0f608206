#pragma once

/// Exports the archive of a collection as one WARC stream.

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace porthole::summarizer {

/// Concatenates the files of `folder` (one gzip member for each record), which gives one WARC file
/// (ISO 28500:2017, Annex D); `last_file` is cut at `last_size` bytes, the end of the last commit.
/// `write` returns false to stop.
///
/// Errors: kStorage, kPermission when a file cannot be read.
Result<void> write_archive(const std::filesystem::path& folder, const std::string& last_file,
                           std::int64_t last_size,
                           const std::function<bool(std::string_view)>& write);

}  // namespace porthole::summarizer
