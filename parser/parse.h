#pragma once

/// Parses a page: bytes as received to a Document.
///
/// In:  the body (any charset, any type, decompressed), its URL and its Content-Type header.
/// Out: title, visible text, language, metadata, and every link with its annotations.
///
/// Pages from the web are hostile input. Both functions have no side effects, but the tree parser
/// behind parse_document can overflow its stack or run for minutes: pages from the web must go
/// through ParserPool (parser/parser_pool.h), which runs parse_document in a sandbox process. Call
/// it in process for trusted input, in benchmarks and in tests only.
///
/// Thread safety: any thread; one call uses one thread.

#include <string>

#include "base/document.h"
#include "parser/parse_input.h"

namespace porthole::parser {

class Summarizers;

/// Parses a page with the tree parser and plug-ins. Never fails: the status of an unreadable page
/// is kUnsupported. `summarizers` read all types except HTML, and HTML if one of them claims it;
/// without them (or if none accepts the page) only built-in readers are used. `depth` is the
/// nesting level of container members.
Document parse_document(const ParseInput& input, Summarizers* summarizers = nullptr, int depth = 0);

/// Parses a page without a tree: text and links by one linear scan, with the annotations that need
/// no nesting. The status is kFallback with `why` as its detail; other types give the result of
/// parse_document without summarizers, or kFailed if that is empty. Time and memory are linear in
/// the body for any input.
Document fallback_document(const ParseInput& input, std::string why);

}  // namespace porthole::parser
