#include "archive/archive_files.h"

#include <algorithm>
#include <system_error>

namespace porthole::archive {

std::vector<std::filesystem::path> archive_files(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    if (entry.path().string().ends_with(".warc.gz")) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace porthole::archive
