#pragma once

/// Removes the document type declaration from a document, for vocabularies whose files commonly
/// have one (NCX, XHTML, SVG). The declaration is not interpreted: entities that it declares are
/// unknown.

#include <cstddef>
#include <string>
#include <string_view>

namespace porthole::xml {

/// Returns the offset of the declaration that precedes the first element (production 22); npos for
/// none. UTF-16 is not decoded: there Xerces refuses any declaration with content.
std::size_t find_doctype(std::string_view document);

/// Replaces the declaration by spaces, so that lines and columns stay as they were. An unterminated
/// declaration extends to the end of the document. Source: XML 1.0, production 28.
std::string without_doctype(std::string_view document);

}  // namespace porthole::xml
