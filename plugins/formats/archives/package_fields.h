#pragma once

/// Fields common to all package formats, written into a Document.

#include <string_view>

#include "plugins/page_facts.h"

namespace porthole {

/// Sets the title to name and summary, "hello - a greeting"; the summary is also the description,
/// and the first line of the text.
void set_package_title(PageFacts& facts, std::string_view name, std::string_view summary);

/// Adds the property homepage, and a link to it; nothing if `address` is not an http or https URL.
void add_homepage(PageFacts& facts, std::string_view address);

}  // namespace porthole
