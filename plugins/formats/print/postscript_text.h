#pragma once

/// Puts together the letters that Ghostscript's txtwrite names with their places: documents in
/// PostScript rarely have spaces, they move.

#include <string>
#include <string_view>

namespace porthole {

struct PostScriptText {
  std::string text;   ///< A line a line of the page.
  std::string title;  ///< The largest words of the first page.
};

/// `letters` is what txtwrite writes with -dTextFormat=0 at 720 dots an inch, which may be cut
/// anywhere.
PostScriptText read_txtwrite(std::string_view letters);

}  // namespace porthole
