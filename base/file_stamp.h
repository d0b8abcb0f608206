#pragma once

/// Tells whether a file was changed, by modification time, size and inode.
///
/// Thread safety: pure function.

#include <sys/stat.h>

#include <array>
#include <cstdint>
#include <filesystem>

namespace porthole {

/// Any change of a file changes one of them.
using FileStamp = std::array<std::int64_t, 4>;

/// All 0 for a file that is not there.
inline FileStamp file_stamp(const std::filesystem::path& file) {
  struct stat now {};
  if (::stat(file.c_str(), &now) != 0) return {};
  return {std::int64_t{now.st_mtim.tv_sec}, std::int64_t{now.st_mtim.tv_nsec},
          std::int64_t{now.st_size}, static_cast<std::int64_t>(now.st_ino)};
}

}  // namespace porthole
