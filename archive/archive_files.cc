#include "archive/archive_files.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <system_error>
#include <utility>

#include "archive/warc_reader.h"

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

namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kNoBlocks = 1 << 10;  // only the heads are looked at

}  // namespace

Result<std::vector<Place>> find_captures(const fs::path& folder,
                                         const std::function<bool(std::string_view url)>& wanted) {
  std::vector<Place> places;
  for (const fs::path& file : archive_files(folder)) {
    TRY_AS(reader, WarcReader::open(file, {.block_limit = kNoBlocks}));
    while (true) {
      TRY_AS(record, (*reader)->next());
      if (!*record) break;
      const bool capture = (*record)->type() == "response" && (*record)->can_be_sought;
      if (capture && wanted((*record)->target()))
        places.push_back({file.filename().string(), (*record)->offset});
    }
  }
  return places;
}

}  // namespace porthole::archive
