#pragma once

/// File I/O by descriptor, with error messages that name the cause and a remedy.
///
/// Thread safety: one thread at a time for each.

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"

namespace porthole::archive {

/// Makes the Error for a failed system call from errno: kNotFound, kPermission, kDiskFull, else
/// kStorage. `doing` completes the message "cannot DOING FILE: REASON".
Error system_error(std::string_view doing, const std::filesystem::path& file, int number);

enum class OpenMode {
  kRead,
  kUpdate,     ///< Read and write what is there.
  kCreate,     ///< The same; an empty file is made when there is none.
  kCreateNew,  ///< Write; it must not exist yet.
};

/// An open file; the destructor closes it.
class File {
 public:
  static Result<File> open(const std::filesystem::path& path, OpenMode mode);
  /// Opens the `size` bytes from `begin` on of a file for reading, as if they were a file.
  static Result<File> open_part(const std::filesystem::path& path, std::int64_t begin,
                                std::int64_t size);
  File() = default;
  ~File();
  File(File&& other) noexcept { *this = std::move(other); }
  File& operator=(File&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    std::swap(path_, other.path_);
    std::swap(begin_, other.begin_);
    std::swap(part_size_, other.part_size_);
    return *this;
  }

  bool is_open() const { return descriptor_ >= 0; }
  const std::filesystem::path& path() const { return path_; }

  Result<std::int64_t> size() const;
  /// Reads up to `size` bytes at `offset`; 0 at the end.
  Result<std::size_t> read_at(std::int64_t offset, char* bytes, std::size_t size) const;
  /// Writes all of `bytes` at `offset`.
  Result<void> write_at(std::int64_t offset, std::string_view bytes);
  Result<void> truncate(std::int64_t size);
  /// Returns when content and size are on disk.
  Result<void> sync();

  /// Takes the exclusive lock of the file (flock), which is freed when the file is closed.
  /// Errors: kBusy when it is open and locked elsewhere, in this process or another.
  Result<void> lock();
  /// True if the path still refers to this file: it was not removed or replaced since it was
  /// opened.
  bool is_in_place() const;

 private:
  int descriptor_ = -1;
  std::filesystem::path path_;
  std::int64_t begin_ = 0;       // Where the part that is open begins.
  std::int64_t part_size_ = -1;  // -1: to the end of the file.
};

/// Syncs `folder`, so that created and removed names survive a crash.
Result<void> sync_folder(const std::filesystem::path& folder);

}  // namespace porthole::archive
