#pragma once

/// Linear-time HTML and XML scanner that builds no tree, for pages that are unsafe for the tree
/// parser.
///
/// In:  a page in UTF-8.
/// Out: events for a PageBuilder as from a flat page: blocks delimit text, links and headings have
///      content, nesting is limited to links in headings.
///
/// Time is linear in the page for any input; memory is that of the PageBuilder.

#include <string>
#include <string_view>

#include "parser/html/page_builder.h"

namespace porthole::parser {

/// HTML: text, links with the annotations that need no nesting, metadata.
void scan_html(std::string_view html, PageBuilder& builder);

/// XML: text between tags; the first title element (RSS, Atom) is the title. Links are not read.
void scan_xml(std::string_view xml, PageBuilder& builder);

}  // namespace porthole::parser
