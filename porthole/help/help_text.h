#pragma once

/// The text of --help.

#include <cstddef>
#include <string>

#include "porthole/help/help_page.h"

namespace porthole::cli {

/// The help of a command for a terminal of `width` columns; lines of examples are never broken.
std::string help_text(const HelpPage& page, std::size_t width);

/// The columns of the terminal, between 60 and 100; 80 if standard output is not a terminal.
std::size_t help_width();

/// The words of `text` in lines of at most `width` columns, the second and later ones indented by
/// `indent` columns.
std::string wrapped(const std::string& text, std::size_t indent, std::size_t width);

/// A line of two columns, "  TERM   TEXT", the text wrapped; a long term has a line of its own.
std::string two_columns(const std::string& term, const std::string& text, std::size_t width);

}  // namespace porthole::cli
