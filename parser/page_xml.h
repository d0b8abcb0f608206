#pragma once

/// A page as XML: the tree that tidy repaired, written out well-formed.
///
/// In:  a page in UTF-8, found within limits by prescan.
/// Out: one html element in the namespace of XHTML. Comments, doctype and processing instructions are
///      left out; what XML forbids in names is written as its number, `o:p` as `oU00003Ap`; forbidden
///      characters in text are replaced as everywhere (base/text/text.h); the second attribute of a name and
///      declarations of namespaces are left out. "" for a page without any element.
///
/// Source: https://html.spec.whatwg.org/#coercing-an-html-dom-into-an-infoset.

#include <string>
#include <string_view>
#include <vector>

#include "parser/html/prescan.h"

namespace porthole::parser {

std::string page_as_xml(std::string_view html, const std::vector<Span>& unread);

}  // namespace porthole::parser
