#pragma once

/// HTML and XHTML parser: tidy builds the tree, one traversal converts it to a Document.
///
/// In:  a page in UTF-8 (parser/html/charset.h) that passed prescan (parser/html/prescan.h).
/// Out: the Document without charset, media type and detected language.
///
/// tidy is recursive and has quadratic paths: time and stack are limited by the sandbox process
/// (parser/parser_pool.h), not here. When memory is exhausted, tidy ends the process with exit code
/// kExitOutOfMemory.

#include <string_view>
#include <vector>

#include "base/document.h"
#include "parser/html/prescan.h"
#include "plugins/host/worker_process.h"

namespace porthole::parser {

using plugins::kExitOutOfMemory;

class PageBuilder;

/// Reports the elements and text of `html` (UTF-8, no NUL) to `builder`, skipping the spans in
/// `unread`.
void read_html(std::string_view html, const std::vector<Span>& unread, PageBuilder& builder);

}  // namespace porthole::parser
