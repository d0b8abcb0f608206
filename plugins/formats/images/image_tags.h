#pragma once

/// Maps EXIF, IPTC and XMP metadata of an image to the properties of schemas/summary.rdfs.
///
/// Sources: CIPA DC-008 (EXIF 2.32); IPTC-IIM 4.2 and IPTC Photo Metadata; XMP part 1 and 2.

#include <exiv2/exiv2.hpp>

#include "plugins/page_facts.h"

namespace porthole {

void read_tags(const Exiv2::Image& image, PageFacts& facts);

}  // namespace porthole
