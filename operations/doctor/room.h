#pragma once

/// Checks the free space of a disk for `porthole doctor`.

#include <cstdint>
#include <filesystem>
#include <string>

#include "operations/doctor/finding.h"

namespace porthole::operations {

/// Bytes.
struct RoomNeeded {
  std::int64_t least = 0;   ///< With less free it is a fault.
  std::int64_t enough = 0;  ///< With less free it is a warning.
};

/// Adds a finding about the disk of `folder`.
void check_room(Findings& findings, const std::string& check, const std::filesystem::path& folder,
                RoomNeeded needed);

/// "1.5 GiB".
std::string format_size(std::int64_t bytes);

}  // namespace porthole::operations
