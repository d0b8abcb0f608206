#include "archive/commit_mark.h"

#include <array>
#include <charconv>
#include <string>
#include <string_view>
#include <utility>

namespace porthole::archive {
namespace {

constexpr const char* kMarkFile = "committed";
constexpr std::size_t kMarkSize = 512;  // A file name is at most 255 bytes long.

std::optional<Place> place_of_mark(std::string_view text) {
  const std::size_t space = text.find(' ');
  if (text.size() != kMarkSize || space == 0 || space == std::string_view::npos)
    return std::nullopt;
  Place place{std::string(text.substr(0, space)), 0};
  const std::string_view number = text.substr(space + 1);
  const auto [end, error] =
      std::from_chars(number.data(), number.data() + number.size(), place.offset);
  const bool is_whole = end != number.data() + number.size() && *end == ' ';
  if (error != std::errc() || !is_whole || place.offset < 0) return std::nullopt;
  return place;
}

}  // namespace

Result<CommitMark> CommitMark::read(const std::filesystem::path& folder) {
  CommitMark mark(folder / kMarkFile);
  auto file = File::open(mark.path_, OpenMode::kRead);
  if (!file) {
    if (file.error().code != ErrorCode::kNotFound) return fail(file.error());
    return mark;
  }
  std::array<char, kMarkSize> text{};
  TRY_AS(got, file->read_at(0, text.data(), text.size()));
  mark.place_ = place_of_mark({text.data(), *got});
  return mark;
}

Result<void> CommitMark::set(const Place& place) {
  if (place_ == place) return {};
  if (!file_.is_open()) {
    TRY_AS(file, File::open(path_, OpenMode::kCreate));
    file_ = std::move(*file);
  }
  std::string text = place.file + ' ' + std::to_string(place.offset) + ' ';
  text.resize(kMarkSize - 1, ' ');
  text += '\n';
  if (auto written = file_.write_at(0, text); !written) return written;
  if (!place_) {
    if (auto synced = file_.sync(); !synced) return synced;
    if (auto synced = sync_folder(path_.parent_path()); !synced) return synced;
  }
  place_ = place;
  return {};
}

}  // namespace porthole::archive
