#pragma once

/// Parsers for audio and video containers: tracks, duration, tags. Each takes the bytes of a file,
/// or its beginning, and returns what it finds; none fails.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace porthole {

struct MediaFile {
  bool has_pictures = false;
  bool has_sound = false;
  int width = 0;  ///< In pixels; 0 if unknown, as for all numbers here.
  int height = 0;
  double seconds = 0;
  double frame_rate = 0;
  int sample_rate = 0;
  int channels = 0;
  std::vector<std::string> codecs;  ///< Codec names of the container: "avc1", "V_VP8", "theora".
  std::vector<std::string> chapters;
  /// Property of schemas/summary.rdfs (or "title", "description", "date") and value, any bytes.
  std::vector<std::pair<std::string, std::string>> tags;
};

/// The property for a tag name of a container; "" for none. Case is ignored.
std::string_view property_of_tag(std::string_view name);

/// ISO/IEC 14496-12, 14496-14; QuickTime file format.
MediaFile read_mp4(std::string_view body);
/// RFC 9559, RFC 8794; WebM.
MediaFile read_matroska(std::string_view body);
/// AVI RIFF file reference.
MediaFile read_avi(std::string_view body);
/// RFC 3533; Theora specification, chapter 6.
MediaFile read_ogg(std::string_view body);

}  // namespace porthole
