#include "gatherer/frontier/text_lines.h"

#include <utility>

namespace porthole::gatherer {

Result<TextLines> TextLines::open(const std::filesystem::path& file) {
  const gzFile opened = std::filesystem::is_directory(file) ? nullptr : gzopen(file.c_str(), "rb");
  if (opened == nullptr) return fail(ErrorCode::kNotFound, "cannot read " + file.string());
  return TextLines(opened, file.string());
}

std::optional<std::string_view> TextLines::next() {
  if (failure_) return std::nullopt;
  const char* const read = gzgets(file_.get(), line_.data(), static_cast<int>(line_.size()));
  int state = Z_OK;
  gzerror(file_.get(), &state);
  if (state != Z_OK && state != Z_STREAM_END) {
    fail_with("the file is damaged: it cannot be unpacked any further", "download it again");
    return std::nullopt;
  }
  if (read == nullptr) return std::nullopt;
  ++number_;
  std::string_view line(line_.data());
  if (line.size() + 1 == line_.size() && !line.ends_with('\n')) {
    fail_with("a line of more than 64 KiB", "is it the right file?");
    return std::nullopt;
  }
  while (line.ends_with('\n') || line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

void TextLines::fail_with(std::string message, std::string hint) {
  failure_ = Error{ErrorCode::kInvalid, std::move(message), name_, number_, 0, std::move(hint)};
}

}  // namespace porthole::gatherer
