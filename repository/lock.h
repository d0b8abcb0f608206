#pragma once

/// One writer a collection: an advisory lock on a file beside the repository, freed by the system when
/// the process ends, however it ends.

#include <filesystem>

#include "base/result.h"

namespace porthole::repository {

class Lock {
 public:
  /// Errors: kBusy naming the process that holds it; kPermission.
  static Result<Lock> take(const std::filesystem::path& file);
  ~Lock();
  Lock(Lock&& other) noexcept;
  Lock& operator=(Lock&&) = delete;

 private:
  explicit Lock(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;
};

}  // namespace porthole::repository
