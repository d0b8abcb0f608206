#pragma once

/// The archive of a collection as one stream of WARC.

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace porthole::summarizer {

/// The files of `folder` one after the other, one gzip member a record, which together are a WARC
/// file (ISO 28500:2017, Annex D); of `last_file` no more than `last_size` bytes, as what comes after
/// them is not committed. `write` returns false to stop.
///
/// Errors: kStorage, kPermission when a file cannot be read.
Result<void> write_archive(const std::filesystem::path& folder, const std::string& last_file, std::int64_t last_size,
                           const std::function<bool(std::string_view)>& write);

}  // namespace porthole::summarizer
