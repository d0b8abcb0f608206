#pragma once

/// Reports the error when Xapian terminates the process.
///
/// Xapian 1.4 throws again while it cleans up after some failed writes, out of a destructor: the
/// process then ends by std::terminate(), and no handler can catch it. Committed data is safe.
///
/// Thread safety: one at a time in a process.

#include <exception>
#include <filesystem>
#include <functional>

#include "base/result.h"

namespace porthole::indexer {

/// True if the disk with the index in `folder` has less free space than a commit needs.
/// Thread safety: any thread.
bool is_disk_full(const std::filesystem::path& folder);

/// During its lifetime std::terminate() calls `tell` with the error, and aborts the process when
/// that returns. Has no effect without `tell`.
class TerminationGuard {
 public:
  /// `folder`: the index folder. Lifetime: `tell` is copied.
  TerminationGuard(const std::filesystem::path& folder, std::function<void(const Error&)> tell);
  ~TerminationGuard();
  TerminationGuard(const TerminationGuard&) = delete;
  TerminationGuard& operator=(const TerminationGuard&) = delete;

 private:
  std::terminate_handler before_ = nullptr;
  bool set_ = false;
};

}  // namespace porthole::indexer
