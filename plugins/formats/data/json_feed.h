#pragma once

/// JSON Feed: entries as links with what they say, as of feeds in XML.
///
/// Source: https://www.jsonfeed.org/version/1.1/.

#include <string>

#include "plugins/page_facts.h"

namespace porthole {

/// Reads a feed into `facts`; false, and nothing said, for other JSON.
bool read_json_feed(const std::string& text, PageFacts& facts);

}  // namespace porthole
