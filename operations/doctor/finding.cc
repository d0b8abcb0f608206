#include "operations/doctor/finding.h"

#include <array>
#include <cstdio>
#include <system_error>

namespace porthole::operations {

std::string format_size(std::int64_t bytes) {
  constexpr std::array kUnits = {"B", "KiB", "MiB", "GiB", "TiB"};
  constexpr double kStep = 1024;
  double size = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (size >= kStep && unit + 1 < kUnits.size()) {
    size /= kStep;
    ++unit;
  }
  char text[32];
  std::snprintf(text, sizeof text, size < 10 && unit > 0 ? "%.1f %s" : "%.0f %s", size,
                kUnits[unit]);
  return text;
}

void check_room(Findings& findings, const std::string& check, const std::filesystem::path& folder,
                RoomNeeded needed) {
  std::error_code error;
  const std::filesystem::space_info space = std::filesystem::space(folder, error);
  if (error) {
    return found_fault(findings, check, folder.string() + ": " + error.message(),
                       "check that the disk is mounted");
  }
  const auto free = static_cast<std::int64_t>(space.available);
  const std::string what = format_size(free) + " free of " +
                           format_size(static_cast<std::int64_t>(space.capacity)) + " at " +
                           folder.string();
  const std::string remedy =
      "make room: " + format_size(needed.enough) + " or more should be free (docs/sizing.md)";
  if (free < needed.least) return found_fault(findings, check, what, remedy);
  if (free < needed.enough) return found_warning(findings, check, what, remedy);
  found_ok(findings, check, what);
}

}  // namespace porthole::operations
