#pragma once

/// What pdftohtml -xml says of a PDF: outline, links with the words around them, and which words
/// are the largest on the first page.

#include <string_view>

#include "plugins/format_summarizer.h"
#include "plugins/formats/print/largest_words.h"

namespace porthole {

struct PdfStructure {
  Document document;     ///< Its links, and its headings from the outline.
  LargestWords largest;  ///< Of the first page.
};

/// `xml` is what the program wrote, which may be cut anywhere.
PdfStructure read_pdf_structure(std::string_view xml, const PageBytes& page);

}  // namespace porthole
