#pragma once

/// Marks that programs leave in PostScript and DVI for the PDF that is made of them: /Title (...),
/// /Author (...), /URI (...).

#include <string>
#include <string_view>

#include "plugins/format_summarizer.h"

namespace porthole {

/// Title, author, keywords, subject and links of the marks in `program`.
void read_pdfmarks(std::string_view program, const PageBytes& page, Document& document);

/// The string in parentheses that `text` begins with, escapes undone, in UTF-8. Source: PostScript
/// Language Reference, 3.2.2; strings that begin with the mark of UTF-16 are such.
std::string postscript_string(std::string_view text);

}  // namespace porthole
