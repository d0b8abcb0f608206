#pragma once

/// Repairs XML found on the web so that parse_xml() accepts it.
///
/// In:  a document in UTF-8, whatever its declaration says of its encoding.
/// Out: the same document with spaces for its XML declaration and its document type declaration
///      (without_doctype()), so that places in errors stay true. References that are
///      left without a meaning then, or never had one, become text as they are written
///      (`&product;`, a bare `&`), references to characters that XML forbids U+FFFD, such control
///      characters spaces.
///
///   xml::parse_xml(xml::without_declarations(utf8), url, limits, handler);

#include <cstddef>
#include <string>
#include <string_view>

namespace porthole::xml {

std::string without_declarations(std::string_view utf8);

/// Returns the offset of the declaration that precedes the first element (production 22); npos for
/// none. UTF-16 is not decoded: there Xerces refuses any declaration with content.
std::size_t find_doctype(std::string_view document);

/// Replaces the document type declaration by spaces, for vocabularies whose files commonly have one
/// (NCX, XHTML, SVG): entities that it declares are unknown then. Done so that lines and columns
/// stay as they were. An unterminated declaration extends to the end of the document. Source:
/// XML 1.0, production 28.
std::string without_doctype(std::string_view document);

}  // namespace porthole::xml
