#pragma once

/// Cheap check for a new index revision.
///
/// Thread safety: any thread.

#include <xapian.h>

#include <filesystem>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace porthole::search {

class RevisionWatch {
 public:
  explicit RevisionWatch(std::vector<std::filesystem::path> folders)
      : folders_(std::move(folders)) {}

  /// The newest revisions of all indexes (search/index/revision.h); "" when one cannot be read or
  /// is not numbered.
  std::string newest();

 private:
  std::string look();

  const std::vector<std::filesystem::path> folders_;
  std::mutex mutex_;
  std::vector<Xapian::Database> indexes_;
};

}  // namespace porthole::search
