#pragma once

/// Keeps others from changing the files of a collection that commands edit (porthole.xml, the
/// taxonomy) while one reads, changes and replaces them.
///
///   const Result<EditLock> lock = EditLock::take(folder);
///   ... read_file(), a change, replace_file() ...
///
/// It is flock() of the collection's folder: no file is made, and a process that ends gives it up.
/// Who edits the files by hand is not kept from it.
///
/// Thread safety: any thread takes one; it belongs to the thread that took it, which may take it
/// again for the same folder.

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <utility>

#include "base/result.h"

namespace porthole::collection {

class EditLock {
 public:
  /// Waits ten seconds at most. Without such a folder, or where it cannot be read, nothing is
  /// locked: whoever opens the collection says why.
  /// Errors: kBusy when another process or thread has it for so long; kStorage where the folder
  /// cannot be locked.
  static Result<EditLock> take(const std::filesystem::path& folder);
  ~EditLock();
  EditLock(EditLock&& other) noexcept;
  EditLock& operator=(EditLock&&) = delete;

 private:
  using FolderId = std::pair<std::uint64_t, std::uint64_t>;  ///< Device and inode.
  EditLock() = default;
  EditLock(std::unique_lock<std::recursive_timed_mutex> own, FolderId id);

  std::unique_lock<std::recursive_timed_mutex>
      own_;  ///< This process's; empty where nothing is locked.
  FolderId id_;
};

}  // namespace porthole::collection
