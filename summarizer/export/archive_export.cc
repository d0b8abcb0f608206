#include "summarizer/export/archive_export.h"

#include <algorithm>
#include <fstream>
#include <system_error>

#include "archive/archive_files.h"

namespace porthole::summarizer {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kPiece = 1 << 16;

tl::unexpected<Error> unreadable(const fs::path& path, const std::error_code& why) {
  Error error;
  error.code = why == std::errc::permission_denied ? ErrorCode::kPermission : ErrorCode::kStorage;
  error.file = path.string();
  error.message = "cannot read the archive" + (why ? ": " + why.message() : std::string());
  return fail(std::move(error));
}

/// Returns false if `write` stopped the export.
Result<bool> copy(const fs::path& file, std::int64_t left,
                  const std::function<bool(std::string_view)>& write) {
  std::ifstream in(file, std::ios::binary);
  std::string piece(kPiece, '\0');
  while (in && left > 0) {
    in.read(piece.data(), std::min<std::int64_t>(left, static_cast<std::int64_t>(piece.size())));
    left -= in.gcount();
    if (!write(std::string_view(piece).substr(0, static_cast<std::size_t>(in.gcount()))))
      return false;
  }
  if (left > 0) return unreadable(file, std::error_code(errno, std::generic_category()));
  return true;
}

}  // namespace

Result<void> write_archive(const fs::path& folder, const std::string& last_file,
                           std::int64_t last_size,
                           const std::function<bool(std::string_view)>& write) {
  for (const fs::path& file : archive::archive_files(folder)) {
    std::error_code why;
    const std::int64_t size = file.filename() == last_file
                                  ? last_size
                                  : static_cast<std::int64_t>(fs::file_size(file, why));
    if (why) return unreadable(file, why);
    TRY_AS(copied, copy(file, size, write));
    if (!*copied) break;
  }
  return {};
}

}  // namespace porthole::summarizer
