#pragma once

/// What packages of all kinds say of themselves, put into a Document.

#include <string_view>

#include "plugins/page_facts.h"

namespace porthole {

/// "hello - a greeting": name and summary as the title; the summary is the description as well, and the
/// first line of the text.
void set_package_title(PageFacts& facts, std::string_view name, std::string_view summary);

/// The property homepage, and a link to it; nothing where `address` is no address of the web.
void add_homepage(PageFacts& facts, std::string_view address);

}  // namespace porthole
