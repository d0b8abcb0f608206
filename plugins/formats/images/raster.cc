#include "plugins/formats/images/raster.h"

#include <algorithm>

#include "plugins/formats/media/binary.h"

namespace porthole {
namespace {

constexpr int kMostFrames = 100'000;
constexpr std::size_t kMostTexts = 100;

unsigned byte_at(std::string_view body, std::size_t at) {
  return static_cast<unsigned>(big_endian(body, at, 1));
}

/// Bytes of the colour table that the packed field at `at` speaks of.
std::size_t table_bytes(std::string_view body, std::size_t at) {
  const unsigned packed = byte_at(body, at);
  return (packed & 0x80) == 0 ? 0 : std::size_t{3} << ((packed & 7) + 1);
}

/// Where the blocks that begin at `at`, each behind its length, have ended.
std::size_t behind_blocks(std::string_view body, std::size_t at) {
  while (at < body.size() && byte_at(body, at) != 0) at += byte_at(body, at) + 1;
  return at + 1;
}

Raster read_gif(std::string_view body) {
  Raster raster{.frames = 0, .color_space = "palette", .texts = {}};
  std::size_t at = 13 + table_bytes(body, 10);
  while (at < body.size() && raster.frames < kMostFrames) {
    const unsigned mark = byte_at(body, at);
    if (mark == 0x21) {  // extension
      at = behind_blocks(body, at + 2);
    } else if (mark == 0x2C) {  // image
      ++raster.frames;
      at = behind_blocks(body, at + 10 + table_bytes(body, at + 9) + 1);
    } else {
      break;
    }
  }
  return raster;
}

std::string png_color(unsigned type) {
  if (type == 3) return "palette";
  return (type & 2) != 0 ? "RGB" : "grey";
}

/// "keyword NUL text", or of iTXt "keyword NUL flag method language NUL translated NUL text"; what
/// is compressed is left out.
void add_text(std::string_view chunk, bool is_international, Raster& raster) {
  const auto end = std::min(chunk.find('\0'), chunk.size());
  std::string_view text = slice(chunk, end + 1);
  if (is_international) {
    if (byte_at(text, 0) != 0) return;
    text = slice(text, 2);
    for (int i = 0; i < 2; ++i) text = slice(text, std::min(text.find('\0'), text.size()) + 1);
  }
  if (raster.texts.size() < kMostTexts) raster.texts.emplace_back(chunk.substr(0, end), text);
}

Raster read_png(std::string_view body) {
  Raster raster;
  raster.color_space = png_color(byte_at(body, 25));
  for (std::size_t at = 8; at + 12 <= body.size();) {
    const std::size_t bytes = big_endian(body, at, 4);
    const std::string_view type = body.substr(at + 4, 4);
    const std::string_view chunk = slice(body, at + 8, bytes);
    if (type == "acTL")
      raster.frames =
          static_cast<int>(std::min<std::uint64_t>(big_endian(chunk, 0, 4), kMostFrames));
    if (type == "tEXt" || type == "iTXt") add_text(chunk, type == "iTXt", raster);
    at += bytes + 12;
  }
  return raster;
}

Raster read_webp(std::string_view body) {
  Raster raster{.frames = 0, .color_space = "RGB", .texts = {}};
  for (std::size_t at = 12; at + 8 <= body.size();) {
    if (body.substr(at, 4) == "ANMF" && raster.frames < kMostFrames) ++raster.frames;
    const std::size_t bytes = little_endian(body, at + 4, 4);
    at += 8 + bytes + bytes % 2;
  }
  raster.frames = std::max(raster.frames, 1);
  return raster;
}

Raster read_tiff(std::string_view body) {
  const auto number = [&](std::size_t at, std::size_t bytes) {
    return body.starts_with("II") ? little_endian(body, at, bytes) : big_endian(body, at, bytes);
  };
  Raster raster{.frames = 0, .color_space = {}, .texts = {}};
  // A chain of directories; one that bites its tail ends by the number of frames.
  for (std::size_t at = number(4, 4);
       at != 0 && at + 2 <= body.size() && raster.frames < kMostFrames;) {
    ++raster.frames;
    const std::size_t entries = number(at, 2);
    for (std::size_t i = 0; i < entries && raster.frames == 1; ++i) {
      const std::size_t entry = at + 2 + 12 * i;
      if (number(entry, 2) != 262) continue;  // PhotometricInterpretation
      const std::uint64_t photometric = number(entry + 8, 2);
      raster.color_space = photometric <= 1   ? "grey"
                           : photometric == 3 ? "palette"
                           : photometric == 5 ? "CMYK"
                                              : "RGB";
    }
    at = number(at + 2 + 12 * entries, 4);
  }
  return raster;
}

Raster read_jpeg(std::string_view body) {
  Raster raster;
  for (std::size_t at = 2; at + 10 <= body.size() && byte_at(body, at) == 0xFF;) {
    const unsigned mark = byte_at(body, at + 1);
    const bool is_frame =
        mark >= 0xC0 && mark <= 0xCF && mark != 0xC4 && mark != 0xC8 && mark != 0xCC;
    if (is_frame) {
      const unsigned components = byte_at(body, at + 9);
      raster.color_space = components == 1 ? "grey" : components == 4 ? "CMYK" : "RGB";
      break;
    }
    at += 2 + big_endian(body, at + 2, 2);
  }
  return raster;
}

}  // namespace

Raster read_raster(std::string_view body) {
  if (body.starts_with("GIF8")) return read_gif(body);
  if (body.starts_with("\x89PNG")) return read_png(body);
  if (body.starts_with("RIFF") && slice(body, 8, 4) == "WEBP") return read_webp(body);
  if (body.starts_with(std::string_view("II*\0", 4)) ||
      body.starts_with(std::string_view("MM\0*", 4))) {
    return read_tiff(body);
  }
  if (body.starts_with("\xFF\xD8\xFF")) return read_jpeg(body);
  return {};
}

}  // namespace porthole
