#include <algorithm>
#include <cstdint>

#include "plugins/formats/media/binary.h"
#include "plugins/formats/video/media_file.h"

namespace porthole {
namespace {

constexpr int kMostChunks = 20'000;
constexpr int kMostNestedLists = 6;

/// The format of sound by its number.
std::string sound_codec(std::uint64_t tag) {
  switch (tag) {
    case 0x01:
      return "PCM";
    case 0x55:
      return "MP3";
    case 0x2000:
      return "AC-3";
    case 0xFF:
      return "AAC";
    default:
      return {};
  }
}

class AviReader {
 public:
  MediaFile read(std::string_view body) {
    read_chunks(slice(body, 12), 0);
    return std::move(file_);
  }

 private:
  void read_chunks(std::string_view data, int depth) {
    while (data.size() >= 8 && depth < kMostNestedLists && ++chunks_ < kMostChunks) {
      const std::uint64_t size = little_endian(data, 4, 4);
      const std::string_view content = slice(data, 8, size);
      const std::string_view name = data.substr(0, 4);
      if (name == "LIST" && slice(content, 0, 4) != "movi") {
        read_chunks(slice(content, 4), depth + 1);
      } else {
        read_fact(name, content);
      }
      data.remove_prefix(std::min<std::uint64_t>(8 + size + size % 2, data.size()));
    }
  }

  void read_fact(std::string_view name, std::string_view data) {
    if (name == "avih") {
      const auto frame = static_cast<double>(little_endian(data, 0, 4)) / 1e6;
      if (frame > 0) file_.frame_rate = 1 / frame;
      file_.seconds = frame * static_cast<double>(little_endian(data, 16, 4));
      file_.width = static_cast<int>(little_endian(data, 32, 4));
      file_.height = static_cast<int>(little_endian(data, 36, 4));
    } else if (name == "strh") {
      is_sound_ = data.starts_with("auds");
      file_.has_sound |= is_sound_;
      file_.has_pictures |= data.starts_with("vids");
    } else if (name == "strf" && is_sound_) {
      file_.codecs.push_back(sound_codec(little_endian(data, 0, 2)));
      file_.channels = static_cast<int>(little_endian(data, 2, 2));
      file_.sample_rate = static_cast<int>(little_endian(data, 4, 4));
    } else if (name == "strf") {
      file_.codecs.emplace_back(slice(data, 16, 4));
    } else if (const std::string_view property = property_of_tag(name); !property.empty()) {
      file_.tags.emplace_back(property, data.substr(0, data.find('\0')));
    }
  }

  MediaFile file_;
  bool is_sound_ = false;
  int chunks_ = 0;
};

}  // namespace

MediaFile read_avi(std::string_view body) { return AviReader().read(body); }

}  // namespace porthole
