#pragma once

/// The floor of free space that the last run of a collection was told to keep (--keep-free), for
/// those that look at the collection while no run tells them.
///
/// Kept in DIR/keep-free, a number of bytes, which is there only where a run named a floor.
///
/// Thread safety: any thread.

#include <cstdint>
#include <filesystem>
#include <optional>

namespace porthole::gatherer {

/// Bytes; empty: the default of DiskRoom (disk_room.h).
std::optional<std::int64_t> noted_keep_free(const std::filesystem::path& folder);

/// Notes the floor of this run. On a disk without room for it nothing is noted.
void note_keep_free(const std::filesystem::path& folder, std::optional<std::int64_t> bytes);

}  // namespace porthole::gatherer
