#pragma once

/// The text of --help.

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

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

/// A page of reference, which belongs to no verb: `porthole help exit-codes`.
struct Reference {
  std::string name;
  std::string title;
  std::string section;                                       ///< Its heading in porthole(1).
  std::vector<std::pair<std::string, std::string>> entries;  ///< Term and meaning.
};

/// All of them. The environment variables of options are those of `program`.
std::vector<Reference> references(const HelpPage& program);

std::string reference_text(const Reference& reference, std::size_t width);

}  // namespace porthole::cli
