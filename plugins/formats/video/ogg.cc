#include <algorithm>
#include <cstdint>

#include "plugins/formats/media/binary.h"
#include "plugins/formats/video/media_file.h"

namespace porthole {
namespace {

constexpr std::size_t kMostComments = 200;
constexpr std::size_t kPageHead = 27;

class OggReader {
 public:
  MediaFile read(std::string_view body) {
    for (auto at = body.find("OggS");
         at != std::string_view::npos && at + kPageHead < body.size();) {
      const std::size_t segments = big_endian(body, at + 26, 1);
      std::size_t bytes = 0;
      for (const char length : slice(body, at + kPageHead, segments))
        bytes += static_cast<unsigned char>(length);
      read_page(body.substr(at, kPageHead), slice(body, at + kPageHead + segments, bytes));
      at = body.find("OggS", at + kPageHead + segments + bytes);
    }
    return std::move(file_);
  }

 private:
  void read_page(std::string_view head, std::string_view data) {
    if (data.starts_with("\x80theora")) {
      read_theora(data);
      theora_ = little_endian(head, 14, 4);
    } else if (data.starts_with("\x81theora")) {
      read_comments(slice(data, 7));
    } else if (data.starts_with("\x01vorbis")) {
      add_sound("vorbis", big_endian(data, 11, 1), little_endian(data, 12, 4));
    } else if (data.starts_with("OpusHead")) {
      add_sound("opus", big_endian(data, 9, 1), 48'000);
    } else if (file_.has_pictures && little_endian(head, 14, 4) == theora_) {
      count_frames(little_endian(head, 6, 8));
    }
  }

  void read_theora(std::string_view data) {
    file_.has_pictures = true;
    file_.codecs.emplace_back("theora");
    file_.width = static_cast<int>(big_endian(data, 14, 3));
    file_.height = static_cast<int>(big_endian(data, 17, 3));
    const auto frames = static_cast<double>(big_endian(data, 22, 4));
    const auto seconds = static_cast<double>(big_endian(data, 26, 4));
    if (seconds > 0) file_.frame_rate = frames / seconds;
    // Six bits of quality, then five that say how a page's position is divided.
    shift_ = static_cast<unsigned>(big_endian(data, 40, 2) >> 5 & 31);
  }

  /// A page's position: the frame that others build on, and how many frames since then.
  void count_frames(std::uint64_t position) {
    if (position == UINT64_MAX || file_.frame_rate <= 0) return;
    const std::uint64_t frames =
        (position >> shift_) + (position & ((std::uint64_t{1} << shift_) - 1));
    file_.seconds = std::max(file_.seconds, static_cast<double>(frames) / file_.frame_rate);
  }

  void add_sound(const char* codec, std::uint64_t channels, std::uint64_t rate) {
    file_.has_sound = true;
    file_.codecs.emplace_back(codec);
    file_.channels = static_cast<int>(channels);
    file_.sample_rate = static_cast<int>(rate);
  }

  /// The program's name, then "NAME=value" each behind its length.
  void read_comments(std::string_view data) {
    data = slice(data, 4 + little_endian(data, 0, 4));
    const std::uint64_t count = std::min<std::uint64_t>(little_endian(data, 0, 4), kMostComments);
    data = slice(data, 4);
    for (std::uint64_t i = 0; i < count && data.size() >= 4; ++i) {
      const std::string_view comment = slice(data, 4, little_endian(data, 0, 4));
      data = slice(data, 4 + comment.size());
      const auto equals = comment.find('=');
      if (equals == std::string_view::npos) continue;
      const std::string_view property = property_of_tag(comment.substr(0, equals));
      if (!property.empty()) file_.tags.emplace_back(property, comment.substr(equals + 1));
    }
  }

  MediaFile file_;
  std::uint64_t theora_ = 0;  ///< The number of the stream of pictures.
  unsigned shift_ = 0;
};

}  // namespace

MediaFile read_ogg(std::string_view body) { return OggReader().read(body); }

}  // namespace porthole
