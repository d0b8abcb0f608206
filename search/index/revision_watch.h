#pragma once

/// Which revisions of some indexes are the newest, told at the cost of a look. This header is the
/// room's own.
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

  /// Their names (search/index/revision.h); "" when one of them cannot be read, or has none that
  /// would change with it.
  std::string newest();

 private:
  std::string look();

  const std::vector<std::filesystem::path> folders_;
  std::mutex mutex_;
  std::vector<Xapian::Database> indexes_;
};

}  // namespace porthole::search
