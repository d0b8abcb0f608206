#pragma once

/// Takes the document type declaration out of a document, for vocabularies whose files commonly
/// have one (NCX, XHTML, SVG). Nothing of it is interpreted: an entity that it declares is unknown.

#include <cstddef>
#include <string>
#include <string_view>

namespace porthole::xml {

/// Where the declaration begins that stands before the first element (production 22); npos for
/// none. A document in UTF-16 is not seen through; Xerces refuses its declaration if there is
/// anything in it.
std::size_t find_doctype(std::string_view document);

/// `document` with spaces for its declaration, so that lines and columns stay as they were. One
/// that does not end takes the rest of the document with it. Source: XML 1.0, production 28.
std::string without_doctype(std::string_view document);

}  // namespace porthole::xml
