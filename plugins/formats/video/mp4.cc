#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>

#include "base/clock.h"
#include "plugins/formats/media/binary.h"
#include "plugins/formats/video/media_file.h"

namespace porthole {
namespace {

constexpr int kMostBoxes = 20'000;
constexpr int kMostNestedBoxes = 16;
constexpr std::size_t kMostTags = 100;

struct Track {
  std::string handler;  ///< "vide", "soun", ...
  std::uint64_t samples = 0;
  double seconds = 0;
};

/// Boxes within boxes. The box that is read is named by its type alone: no type means two things
/// here but for "meta", which QuickTime writes without a version.
class Mp4Reader {
 public:
  MediaFile read(std::string_view body) {
    read_boxes(body);
    finish_track();
    return std::move(file_);
  }

 private:
  void read_boxes(std::string_view data) {
    if (depth_ == kMostNestedBoxes) return;
    ++depth_;
    while (data.size() >= 8 && ++boxes_ < kMostBoxes) {
      std::uint64_t size = big_endian(data, 0, 4);
      std::size_t head = 8;
      if (size == 1) {
        size = big_endian(data, 8, 8);
        head = 16;
      }
      if (size == 0 || size > data.size()) size = data.size();
      if (size < head) break;
      read_box(data.substr(4, 4), slice(data, head, size - head));
      data.remove_prefix(size);
    }
    --depth_;
  }

  void read_box(std::string_view type, std::string_view data) {
    constexpr std::array<std::string_view, 7> kHolders = {"moov", "mdia", "minf", "stbl",
                                                          "udta", "edts", "ilst"};
    if (type == "trak") {
      finish_track();
      read_boxes(data);
    } else if (type == "meta") {
      read_boxes(slice(data, slice(data, 4, 4) == "hdlr" ? 0 : 4));
    } else if (type == "ilst") {
      read_items(data);
    } else if (std::find(kHolders.begin(), kHolders.end(), type) != kHolders.end()) {
      read_boxes(data);
    } else {
      read_fact(type, data);
    }
  }

  void read_fact(std::string_view type, std::string_view data) {
    if (type == "mvhd") {
      file_.seconds = duration(data);
      add_date(data);
    } else if (type == "mdhd") {
      track_.seconds = duration(data);
    } else if (type == "hdlr" && track_.handler.empty()) {
      track_.handler = slice(data, 8, 4);
    } else if (type == "tkhd" && data.size() >= 84) {
      // Fixed point, 16 bits behind the point.
      const auto width = static_cast<int>(big_endian(data, data.size() - 8, 4) >> 16);
      const auto height = static_cast<int>(big_endian(data, data.size() - 4, 4) >> 16);
      file_.width = std::max(file_.width, width);
      file_.height = std::max(file_.height, height);
    } else if (type == "stsd") {
      read_description(slice(data, 8));
    } else if (type == "stts") {
      count_samples(data);
    } else if (type.starts_with('\xA9')) {  // QuickTime's own: length, language, text
      add_tag(type, slice(data, 4, big_endian(data, 0, 2)));
    }
  }

  /// The duration in mvhd and mdhd: time units divided by units a second.
  static double duration(std::string_view data) {
    const bool is_long = big_endian(data, 0, 1) == 1;
    const std::uint64_t scale = big_endian(data, is_long ? 20 : 12, 4);
    const std::uint64_t units = is_long ? big_endian(data, 24, 8) : big_endian(data, 16, 4);
    const bool is_unknown = units == (is_long ? UINT64_MAX : UINT32_MAX);
    return scale == 0 || is_unknown ? 0 : static_cast<double>(units) / static_cast<double>(scale);
  }

  /// Seconds since 1904.
  void add_date(std::string_view data) {
    constexpr std::uint64_t kFrom1904To1970 = 2'082'844'800;
    constexpr std::uint64_t kYear2200 = kFrom1904To1970 + 7'258'118'400;
    const std::uint64_t made =
        big_endian(data, 0, 1) == 1 ? big_endian(data, 4, 8) : big_endian(data, 4, 4);
    if (made <= kFrom1904To1970 || made > kYear2200) return;
    const auto since = std::chrono::seconds(static_cast<std::int64_t>(made - kFrom1904To1970));
    file_.tags.emplace_back("date", format_time(WallTime(since)));
  }

  /// The first sample entry of a track.
  void read_description(std::string_view entry) {
    const bool is_sound = track_.handler == "soun";
    if (!is_sound && track_.handler != "vide") return;
    file_.codecs.emplace_back(slice(entry, 4, 4));
    if (!is_sound) return;
    file_.channels = static_cast<int>(big_endian(entry, 24, 2));
    file_.sample_rate = static_cast<int>(big_endian(entry, 32, 4) >> 16);
  }

  void count_samples(std::string_view data) {
    const std::uint64_t entries = std::min<std::uint64_t>(big_endian(data, 4, 4), data.size() / 8);
    for (std::uint64_t i = 0; i < entries; ++i) track_.samples += big_endian(data, 8 + 8 * i, 4);
  }

  /// Each item holds a box "data": type, locale, text.
  void read_items(std::string_view data) {
    while (data.size() >= 24 && ++boxes_ < kMostBoxes) {
      const std::uint64_t size = std::min<std::uint64_t>(big_endian(data, 0, 4), data.size());
      if (size < 24) return;
      const bool is_text = big_endian(data, 16, 4) == 1;
      if (slice(data, 12, 4) == "data" && is_text)
        add_tag(data.substr(4, 4), slice(data, 24, size - 24));
      data.remove_prefix(size);
    }
  }

  void add_tag(std::string_view name, std::string_view value) {
    const std::string_view property = property_of_tag(name);
    if (!property.empty() && file_.tags.size() < kMostTags)
      file_.tags.emplace_back(property, value);
  }

  void finish_track() {
    file_.has_pictures |= track_.handler == "vide";
    file_.has_sound |= track_.handler == "soun";
    if (track_.handler == "vide" && track_.seconds > 0 && track_.samples > 1) {
      file_.frame_rate = static_cast<double>(track_.samples) / track_.seconds;
    }
    track_ = {};
  }

  MediaFile file_;
  Track track_;
  int boxes_ = 0;
  int depth_ = 0;
};

}  // namespace

MediaFile read_mp4(std::string_view body) { return Mp4Reader().read(body); }

}  // namespace porthole
