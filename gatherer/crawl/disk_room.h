#pragma once

/// Free space of the disk that a collection is on, and how much of it a crawl leaves free.
///
/// A crawl below this floor waits, and goes on when there is room again: searches, the index and
/// other programs need some.
///
/// Thread safety: any thread.

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

namespace porthole::gatherer {

/// Bytes.
struct DiskSpace {
  std::int64_t free = 0;  ///< For this user.
  std::int64_t size = 0;
};
/// Empty if the disk cannot be asked.
using AskDisk = std::function<std::optional<DiskSpace>()>;

class DiskRoom {
 public:
  /// `keep_free`: the floor in bytes; empty: 256 MiB, or 1 % of a disk smaller than 25 GiB.
  /// `ask`: null asks the disk of `folder` (statvfs).
  explicit DiskRoom(const std::filesystem::path& folder,
                    std::optional<std::int64_t> keep_free = std::nullopt, AskDisk ask = {});

  /// True if the floor is free, and when the disk cannot be asked. Asks it once a quarter of a
  /// second at most.
  bool has_room();
  /// True if the floor stays free when `bytes` are written, and when the disk cannot be asked. Asks
  /// the disk anew.
  bool has_room_for(std::int64_t bytes);
  /// There is less left than two commits may need. Asks the disk anew.
  bool is_nearly_full();
  /// "free space: 12.0 MiB are free, 256.0 MiB are kept free", as of the last has_room().
  std::string waiting_for() const;

 private:
  std::int64_t floor_of(const DiskSpace& space) const;
  void ask();

  const std::optional<std::int64_t> keep_free_;
  const AskDisk ask_;
  mutable std::mutex mutex_;  // Guards all below.
  std::optional<std::chrono::steady_clock::time_point> asked_;
  DiskSpace space_;
  bool is_known_ = false;  ///< The disk answered.
};

}  // namespace porthole::gatherer
