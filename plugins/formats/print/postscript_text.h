#pragma once

/// Reconstructs text from the positioned characters of Ghostscript's txtwrite: PostScript documents
/// rarely contain spaces.

#include <string>
#include <string_view>

namespace porthole {

struct PostScriptText {
  std::string text;   ///< One line for each line of the page.
  std::string title;  ///< The largest text of the first page.
};

/// `letters` is the output of txtwrite with -dTextFormat=0 at 720 dpi, which may be truncated.
PostScriptText read_txtwrite(std::string_view letters);

}  // namespace porthole
