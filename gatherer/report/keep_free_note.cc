#include "gatherer/report/keep_free_note.h"

#include <fstream>
#include <string>
#include <system_error>

#include "collection/collection.h"

namespace porthole::gatherer {
namespace {

constexpr const char* kNote = "keep-free";

}  // namespace

std::optional<std::int64_t> noted_keep_free(const std::filesystem::path& folder) {
  std::ifstream file(folder / kNote);
  std::int64_t bytes = -1;
  if (!(file >> bytes) || bytes < 0) return std::nullopt;
  return bytes;
}

void note_keep_free(const std::filesystem::path& folder, std::optional<std::int64_t> bytes) {
  if (noted_keep_free(folder) == bytes) return;
  if (bytes) {
    (void)collection::replace_file(folder / kNote, std::to_string(*bytes) + "\n");
  } else {
    std::error_code ignored;
    std::filesystem::remove(folder / kNote, ignored);
  }
}

}  // namespace porthole::gatherer
