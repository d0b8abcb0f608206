#pragma once

/// Converts a page to well-formed XML, from the tree repaired by tidy.
///
/// In:  a page in UTF-8 that passed prescan.
/// Out: one html element in the XHTML namespace. Comments, doctype and processing instructions are
///      left out; characters not allowed in XML names are written as numbers, `o:p` as `oU00003Ap`;
///      forbidden characters in text are replaced (base/text/text.h); duplicate attributes and
///      namespace declarations are left out. "" for a page without any element.
///
/// Source: https://html.spec.whatwg.org/#coercing-an-html-dom-into-an-infoset.

#include <string>
#include <string_view>
#include <vector>

#include "parser/html/prescan.h"

namespace porthole::parser {

std::string page_as_xml(std::string_view html, const std::vector<Span>& unread);

}  // namespace porthole::parser
