#pragma once

/// Texts of a PostScript document, and what its pdfmark operators say.

#include <string>
#include <string_view>

#include "plugins/format_summarizer.h"

namespace porthole {

// Reconstructs text from the positioned characters of Ghostscript's txtwrite: PostScript documents
// rarely contain spaces.

struct PostScriptText {
  std::string text;   ///< One line for each line of the page.
  std::string title;  ///< The largest text of the first page.
};

/// `letters` is the output of txtwrite with -dTextFormat=0 at 720 dpi, which may be truncated.
PostScriptText read_txtwrite(std::string_view letters);

// Reads pdfmarks, the PDF metadata in PostScript and DVI files: /Title (...), /Author (...), /URI
// (...).

/// Reads title, author, keywords, subject and links from the marks in `program`.
void read_pdfmarks(std::string_view program, const PageBytes& page, Document& document);

/// Decodes the string in parentheses at the start of `text` to UTF-8. Source: PostScript Language
/// Reference, 3.2.2; strings with a byte-order mark are UTF-16.
std::string postscript_string(std::string_view text);

}  // namespace porthole
