#pragma once

/// Man pages in the macros of man(7).

#include <string>

#include "porthole/help/help_page.h"

namespace porthole::cli {

/// porthole(1), or the page of a verb with all its commands, porthole-VERB(1). `date` is
/// YYYY-MM-DD.
std::string man_page(const HelpPage& page, const std::string& date);

/// "porthole-gather.1"
std::string man_file(const HelpPage& page);

/// `text` for a line of roff: backslashes, hyphens of options, and a first character that would
/// make it a macro, escaped.
std::string roff(const std::string& text);

}  // namespace porthole::cli
