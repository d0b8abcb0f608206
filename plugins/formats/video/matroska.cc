#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdint>
#include <optional>

#include "base/clock.h"
#include "plugins/formats/media/binary.h"
#include "plugins/formats/video/media_file.h"

namespace porthole {
namespace {

constexpr int kMostElements = 50'000;
constexpr int kMostNestedElements = 8;
constexpr std::size_t kMostSimpleTags = 200;

/// RFC 9559, section 5.
enum Id : std::uint32_t {
  kSegment = 0x18538067,
  kCluster = 0x1F43B675,
  kInfo = 0x1549A966,
  kTimestampScale = 0x2AD7B1,
  kDuration = 0x4489,
  kTitle = 0x7BA9,
  kDate = 0x4461,
  kWritingApp = 0x5741,
  kTracks = 0x1654AE6B,
  kTrack = 0xAE,
  kTrackType = 0x83,
  kCodec = 0x86,
  kFrameDuration = 0x23E383,
  kVideo = 0xE0,
  kWidth = 0xB0,
  kHeight = 0xBA,
  kAudio = 0xE1,
  kRate = 0xB5,
  kChannels = 0x9F,
  kTags = 0x1254C367,
  kTag = 0x7373,
  kSimpleTag = 0x67C8,
  kTagName = 0x45A3,
  kTagText = 0x4487,
  kChapters = 0x1043A770,
  kEdition = 0x45B9,
  kChapter = 0xB6,
  kDisplay = 0x80,
  kChapterText = 0x85,
};

bool holds_elements(std::uint32_t id) {
  constexpr std::uint32_t kHolders[] = {kSegment, kInfo,    kTracks,   kTrack,    kVideo,
                                        kAudio,   kTags,    kTag,      kChapters, kEdition,
                                        kChapter, kDisplay, kSimpleTag};
  return std::find(std::begin(kHolders), std::end(kHolders), id) != std::end(kHolders);
}

/// Takes a number of one to eight bytes, whose length stands in the zeros that it begins with (RFC
/// 8794, section 4). An ID keeps its marker; of a size, nothing means unknown.
std::optional<std::uint64_t> take_number(std::string_view& data, bool keeps_marker) {
  if (data.empty()) return std::nullopt;
  const int zeros = std::countl_zero(static_cast<unsigned char>(data.front()));
  const auto bytes = static_cast<std::size_t>(zeros) + 1;
  if (bytes > 8 || bytes > data.size()) return std::nullopt;
  std::uint64_t number = big_endian(data, 0, bytes);
  data.remove_prefix(bytes);
  if (keeps_marker) return number;
  const std::uint64_t marker = std::uint64_t{1} << (7 * bytes);
  number &= marker - 1;
  return number == marker - 1 ? UINT64_MAX : number;
}

double floating(std::string_view data) {
  if (data.size() == 4)
    return std::bit_cast<float>(static_cast<std::uint32_t>(big_endian(data, 0, 4)));
  return data.size() == 8 ? std::bit_cast<double>(big_endian(data, 0, 8)) : 0;
}

std::uint64_t whole(std::string_view data) {
  return data.size() > 8 ? 0 : big_endian(data, 0, data.size());
}

std::string text(std::string_view data) { return std::string(data.substr(0, data.find('\0'))); }

class MatroskaReader {
 public:
  MediaFile read(std::string_view body) {
    read_elements(body, 0);
    file_.seconds = duration_ * static_cast<double>(scale_) / 1e9;
    return std::move(file_);
  }

 private:
  void read_elements(std::string_view data, int depth) {
    while (!data.empty() && depth < kMostNestedElements && ++elements_ < kMostElements) {
      const auto id = take_number(data, true);
      const auto size = take_number(data, false);
      if (!id || !size) return;
      const std::string_view content = slice(data, 0, *size);
      // Only a segment and its clusters may have an unknown size, in live recordings.
      if (*id == kCluster && *size == UINT64_MAX) return;
      read_element(static_cast<std::uint32_t>(*id), content, depth);
      data.remove_prefix(content.size());
    }
  }

  void read_element(std::uint32_t id, std::string_view data, int depth) {
    if (!holds_elements(id)) {
      read_fact(id, data);
      return;
    }
    if (id == kTrack) is_video_ = false;
    if (id == kSimpleTag) tag_name_.clear();
    read_elements(data, depth + 1);
  }

  void read_fact(std::uint32_t id, std::string_view data) {
    switch (id) {
      case kTimestampScale:
        scale_ = whole(data);
        break;
      case kDuration:
        duration_ = floating(data);
        break;
      case kTitle:
        add("title", text(data));
        break;
      case kWritingApp:
        add("generator", text(data));
        break;
      case kDate:
        add_date(whole(data));
        break;
      case kTagName:
        tag_name_ = text(data);
        break;
      case kTagText:
        add(property_of_tag(tag_name_), text(data));
        break;
      case kChapterText:
        if (file_.chapters.size() < kMostSimpleTags) file_.chapters.push_back(text(data));
        break;
      default:
        read_fact_of_track(id, data);
        break;
    }
  }

  void read_fact_of_track(std::uint32_t id, std::string_view data) {
    switch (id) {
      case kTrackType:
        is_video_ = whole(data) == 1;
        file_.has_pictures |= is_video_;
        file_.has_sound |= whole(data) == 2;
        break;
      case kCodec:
        file_.codecs.push_back(text(data));
        break;
      case kFrameDuration:
        if (is_video_ && whole(data) != 0)
          file_.frame_rate = 1e9 / static_cast<double>(whole(data));
        break;
      case kWidth:
        file_.width = static_cast<int>(std::min<std::uint64_t>(whole(data), INT32_MAX));
        break;
      case kHeight:
        file_.height = static_cast<int>(std::min<std::uint64_t>(whole(data), INT32_MAX));
        break;
      case kRate:
        file_.sample_rate = static_cast<int>(std::clamp(floating(data), 0.0, 1e9));
        break;
      case kChannels:
        file_.channels = static_cast<int>(std::min<std::uint64_t>(whole(data), INT32_MAX));
        break;
      default:
        break;
    }
  }

  void add(std::string_view property, std::string value) {
    if (!property.empty() && file_.tags.size() < kMostSimpleTags)
      file_.tags.emplace_back(property, std::move(value));
  }

  /// Nanoseconds since 2001.
  void add_date(std::uint64_t nanoseconds) {
    using std::chrono::sys_days;
    constexpr auto k2001 = sys_days(std::chrono::year(2001) / 1 / 1);
    const auto since = std::chrono::seconds(static_cast<std::int64_t>(nanoseconds) / 1'000'000'000);
    add("date", format_time(std::chrono::time_point_cast<std::chrono::seconds>(k2001) + since));
  }

  MediaFile file_;
  double duration_ = 0;
  std::uint64_t scale_ = 1'000'000;
  bool is_video_ = false;
  std::string tag_name_;
  int elements_ = 0;
};

}  // namespace

MediaFile read_matroska(std::string_view body) { return MatroskaReader().read(body); }

}  // namespace porthole
