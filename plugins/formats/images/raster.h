#pragma once

/// Reads image headers: number of frames, colour space, and the text chunks of a PNG.
///
/// Sources: GIF89a; PNG (third edition) 11.2, 11.3.3; WebP container specification; TIFF 6.0,
/// section 2; ITU T.81, B.2.2 (JPEG).

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace porthole {

struct Raster {
  int frames = 1;
  std::string color_space;  ///< "RGB", "grey", "palette", "CMYK"; "" if unknown.
  std::vector<std::pair<std::string, std::string>> texts;  ///< Keyword and text, any bytes.
};

/// `body`: GIF, PNG, WebP, TIFF or JPEG; other formats give the defaults.
Raster read_raster(std::string_view body);

}  // namespace porthole
