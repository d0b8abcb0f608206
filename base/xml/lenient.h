#pragma once

/// Repairs XML found on the web so that parse_xml() accepts it.
///
/// In:  a document in UTF-8, whatever its declaration says of its encoding.
/// Out: the same document with spaces for its XML declaration and its document type declaration
///      (base/xml/doctype.h), so that places in errors stay true. References that are
///      left without a meaning then, or never had one, become text as they are written
///      (`&product;`, a bare `&`), references to characters that XML forbids U+FFFD, such control
///      characters spaces.
///
///   xml::parse_xml(xml::without_declarations(utf8), url, limits, handler);

#include <string>
#include <string_view>

namespace porthole::xml {

std::string without_declarations(std::string_view utf8);

}  // namespace porthole::xml
