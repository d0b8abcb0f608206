#pragma once

/// Reads the output of pdftohtml -xml: outline, links with the surrounding text, and the largest
/// text on the first page.

#include <string_view>

#include "plugins/format_summarizer.h"
#include "plugins/formats/print/largest_words.h"

namespace porthole {

struct PdfStructure {
  Document document;     ///< Links, and headings from the outline.
  LargestWords largest;  ///< The largest text of the first page.
};

/// `xml` is the program's output, which may be truncated.
PdfStructure read_pdf_structure(std::string_view xml, const PageBytes& page);

}  // namespace porthole
