#pragma once

/// One writer a collection: an advisory lock (flock) on a file beside the repository, freed by the
/// system when the process ends, however it ends. The file holds the number of the process while it
/// runs and is removed at its end; a killed process leaves it behind, where it locks nobody out.
///
/// Who removes the file takes the lock away: another process can then lock a new file of that name.
/// check() tells, and a writer asks it before it writes.

#include <filesystem>
#include <utility>

#include "base/result.h"

namespace porthole::repository {

class Lock {
 public:
  /// Errors: kBusy naming the process that holds it; kPermission, kDiskFull, kStorage.
  static Result<Lock> take(const std::filesystem::path& file);

  /// Errors: kBusy when the file that was locked no longer stands under its name.
  Result<void> check() const;

  ~Lock();
  Lock(Lock&& other) noexcept;
  Lock& operator=(Lock&&) = delete;

 private:
  Lock(std::filesystem::path file, int descriptor)
      : file_(std::move(file)), descriptor_(descriptor) {}
  std::filesystem::path file_;
  int descriptor_;
};

}  // namespace porthole::repository
