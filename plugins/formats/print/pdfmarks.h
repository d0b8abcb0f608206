#pragma once

/// Reads pdfmarks, the PDF metadata in PostScript and DVI files: /Title (...), /Author (...), /URI
/// (...).

#include <string>
#include <string_view>

#include "plugins/format_summarizer.h"

namespace porthole {

/// Reads title, author, keywords, subject and links from the marks in `program`.
void read_pdfmarks(std::string_view program, const PageBytes& page, Document& document);

/// Decodes the string in parentheses at the start of `text` to UTF-8. Source: PostScript Language
/// Reference, 3.2.2; strings with a byte-order mark are UTF-16.
std::string postscript_string(std::string_view text);

}  // namespace porthole
