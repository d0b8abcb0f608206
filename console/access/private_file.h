#pragma once

/// Files of the console that nobody but their owner may read.
///
/// Thread safety: any thread.

#include <filesystem>
#include <string>
#include <string_view>

#include "base/descriptor.h"
#include "base/result.h"

namespace porthole::console {

/// DIR/console, which has secrets, audit log and the output of jobs.
inline std::filesystem::path console_folder(const std::filesystem::path& folder) {
  return folder / "console";
}

/// Makes `folder` with mode 700 if it is missing. Errors: kPermission, kDiskFull, kStorage.
Result<void> make_private_folder(const std::filesystem::path& folder);

/// Opens `file` with mode 600 for appending, never through a symbolic link. Errors: as above.
Result<Descriptor> open_private_log(const std::filesystem::path& file);

/// Replaces `file` by one with mode 600 and this text. Errors: as above.
Result<void> write_private_file(const std::filesystem::path& file, std::string_view text);

/// Writes all of it. Errors: as above.
Result<void> write_all(const Descriptor& out, std::string_view text,
                       const std::filesystem::path& file);

/// Its first `most` bytes; "" when it cannot be read.
std::string read_small_file(const std::filesystem::path& file, std::size_t most);

}  // namespace porthole::console
