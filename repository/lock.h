#pragma once

/// Writer lock of a collection: an advisory lock (flock) on a file beside the repository, which the
/// system releases when the process ends. The file contains the process ID and is removed at the
/// end; a killed process leaves the file behind, without the lock.
///
/// Removing the file breaks the lock: another process can then lock a new file of that name. A
/// writer calls check() before it writes to detect this.

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "base/result.h"

namespace porthole::repository {

class Lock {
 public:
  /// Errors: kBusy naming the process that holds it; kPermission, kDiskFull, kStorage.
  static Result<Lock> take(const std::filesystem::path& file);

  /// Names the process that holds the lock `file` ("process 3445"), without taking it; absent if
  /// none does.
  static std::optional<std::string> holder(const std::filesystem::path& file);

  /// A process was killed that had the lock: it left the file behind.
  bool was_left_behind() const { return was_left_behind_; }

  /// Errors: kBusy when the path no longer refers to the locked file.
  Result<void> check() const;

  ~Lock();
  Lock(Lock&& other) noexcept;
  Lock& operator=(Lock&&) = delete;

 private:
  Lock(std::filesystem::path file, int descriptor, bool was_left_behind)
      : file_(std::move(file)), descriptor_(descriptor), was_left_behind_(was_left_behind) {}
  std::filesystem::path file_;
  int descriptor_;
  bool was_left_behind_;
};

}  // namespace porthole::repository
