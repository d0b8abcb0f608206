#include "archive/find_captures.h"

#include <string>

#include "archive/archive_files.h"
#include "archive/warc_reader.h"

namespace porthole::archive {
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
