#pragma once

/// Reads HTML and XHTML: tidy makes the tree, one walk over it makes the Document.
///
/// In:  a page in UTF-8 (parser/html/charset.h), whose nesting and attributes prescan (parser/html/prescan.h)
///      found within limits.
/// Out: the Document but for charset, media type and detected language.
///
/// tidy recurses on nesting and has quadratic paths: time and stack are bounded by the process this
/// runs in (parser/parser_pool.h), not here. When memory ends, tidy ends the process with exit code
/// kExitOutOfMemory.

#include <string_view>
#include <vector>

#include "plugins/host/worker_process.h"
#include "base/document.h"
#include "parser/html/prescan.h"

namespace porthole::parser {

using plugins::kExitOutOfMemory;

class PageBuilder;

/// Feeds `builder` with the elements and text of `html` (UTF-8, no NUL), as if what is `unread` were
/// not there.
void read_html(std::string_view html, const std::vector<Span>& unread, PageBuilder& builder);

}  // namespace porthole::parser
