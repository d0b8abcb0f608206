#pragma once

/// Tells what happened when Xapian ends the process.
///
/// Xapian 1.4 throws again while it cleans up after some writes that failed, out of a destructor:
/// the process then ends by std::terminate(), and no catch can help. What was committed is safe.
///
/// Thread safety: one at a time in a process. Private to indexer/.

#include <exception>
#include <filesystem>
#include <functional>

#include "base/result.h"

namespace porthole::indexer {

/// While it lives, std::terminate() calls `tell` with the error. Should that return, the process is
/// aborted. Without `tell` it changes nothing.
class TerminationGuard {
 public:
  /// `folder`: of the index. Lifetime: `tell` is copied.
  TerminationGuard(const std::filesystem::path& folder, std::function<void(const Error&)> tell);
  ~TerminationGuard();
  TerminationGuard(const TerminationGuard&) = delete;
  TerminationGuard& operator=(const TerminationGuard&) = delete;

 private:
  std::terminate_handler before_ = nullptr;
  bool set_ = false;
};

}  // namespace porthole::indexer
