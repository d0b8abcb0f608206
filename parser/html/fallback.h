#pragma once

/// Reads a page without a tree, for pages that a tree parser can not be trusted with.
///
/// In:  a page in UTF-8.
/// Out: events for a PageBuilder, as a flat page gives them: blocks border text, links and headings
///      have content, nothing nests deeper than a link in a heading.
///
/// Time is linear in the page and memory is that of the PageBuilder, for any input.

#include <string>
#include <string_view>

#include "parser/html/page_builder.h"

namespace porthole::parser {

/// HTML: text, links with what can be told without nesting, metadata.
void scan_html(std::string_view html, PageBuilder& builder);

/// XML: text between tags; the first title element (RSS, Atom) is the title. Links are not read.
void scan_xml(std::string_view xml, PageBuilder& builder);

}  // namespace porthole::parser
