#pragma once

#include <filesystem>

namespace porthole::console {

/// DIR/console, which has secrets, audit log and the output of jobs.
inline std::filesystem::path console_folder(const std::filesystem::path& folder) {
  return folder / "console";
}

}  // namespace porthole::console
