#include "archive/archive_files.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <system_error>
#include <utility>

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

Result<void> check_reaches(const std::filesystem::path& folder, const Place& end) {
  if (end.file.empty()) return {};
  const std::filesystem::path file = folder / end.file;
  std::error_code missing;
  const std::uintmax_t size = std::filesystem::file_size(file, missing);
  if (!missing && static_cast<std::int64_t>(size) >= end.offset) return {};
  Error error;
  error.code = ErrorCode::kStorage;
  error.file = file.string();
  error.message = missing ? "the file of the archive is missing"
                          : "the file of the archive is shorter than it was";
  error.hint = "put it back from a copy (docs/backup.md)";
  return fail(std::move(error));
}

}  // namespace porthole::archive
