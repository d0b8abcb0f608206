#pragma once

/// Reads a page: bytes as they came from the web in, a Document out.
///
/// In:  the body (any charset, any type, decompressed), its URL and its Content-Type header.
/// Out: title, visible text, language, metadata, and every link with its annotations.
///
/// A page is hostile until proven otherwise. Both functions have no side effects, but the tree
/// parser behind parse_document can be made to overflow its stack or to run for minutes: pages from
/// the web go through ParserPool (parser/parser_pool.h), which runs parse_document in a process
/// with limits. Call it in process only for trusted input, in benchmarks and in tests.
///
/// Thread safety: any thread; one call uses one thread.

#include <string>

#include "base/document.h"
#include "parser/parse_input.h"

namespace porthole::parser {

class Summarizers;

/// The document at its best. Never fails: what cannot be read comes back as kUnsupported.
/// `summarizers` read all but HTML, and HTML where one of them says that it does; without them (or
/// when nobody takes the page) only what is built in is read. `depth` counts what stands inside of
/// what.
Document parse_document(const ParseInput& input, Summarizers* summarizers = nullptr, int depth = 0);

/// The document without a tree: text and links by one linear scan, annotations as far as they can
/// be had without nesting. The status is kFallback with `why` as its detail; other types give what
/// parse_document gives without summarizers, kFailed where that is nothing. Time and memory are linear in the body for any input.
Document fallback_document(const ParseInput& input, std::string why);

}  // namespace porthole::parser
