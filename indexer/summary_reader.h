#pragma once

/// Reads of a summary's RDF what the index needs, and little else.
///
/// Most of the RDF of a page with many links is what it says about others, of which the index wants
/// to know which others alone; most of the rest is one navigation bar, heard from each page of a
/// site, and the text of the page. None of them is worth an XML parser's time:
/// summarizer::write_rdf() puts them in one place and in one way. In XML a tag stands nowhere but
/// where it is one, so text that looks like one cannot mislead.
///
/// Thread safety: any thread. This header is the room's own.

#include <string_view>

#include "base/result.h"
#include "summarizer/summary.h"

namespace porthole::indexer {

/// The summary in `rdf`, without what is no longer said. Of the page's own annotations there is one
/// for each page that they are about, and nothing of it but that page. The elements that others'
/// were found in are left out; of annotations by others that agree in kind, in text and in the host
/// of the annotator only the first is there. No site falls silent by that. RDF that is laid out
/// otherwise than summarizer::write_rdf() does it is read whole. Errors: those of
/// summarizer::read_rdf().
Result<summarizer::Summary> read_summary(std::string_view rdf);

}  // namespace porthole::indexer
