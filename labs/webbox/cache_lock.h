#pragma once

/// The lock of a box's cache: DIR/lock, held while one process changes the folder.
///
///   const CacheLock lock(cache);
///   TRY(lock.take());
///
/// Thread safety: one thread an object; two objects of one process exclude each other, too.

#include <filesystem>

#include "base/result.h"

namespace porthole::labs {

class CacheLock {
 public:
  /// Requires: the folder is there.
  explicit CacheLock(const std::filesystem::path& cache);
  ~CacheLock();
  CacheLock(const CacheLock&) = delete;
  CacheLock& operator=(const CacheLock&) = delete;

  /// Errors: kBusy while another holds it; kStorage.
  Result<void> take() const;
  /// Waits until nobody else holds it: for changes that are done in a moment. Errors: kStorage.
  Result<void> wait() const;

 private:
  std::filesystem::path file_;
  int descriptor_;
};

}  // namespace porthole::labs
