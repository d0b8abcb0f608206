#pragma once

/// Fast reader for the parts of a summary's RDF that the index needs.
///
/// Most of the RDF of a page with many links is its annotations of other pages, of which the index
/// needs only the targets; most of the rest is repeated by each page of a site. A scanner for the
/// exact layout of summarizer::write_rdf() skips them faster than an XML parser. Escaping keeps
/// text from looking like a tag.
///
/// Thread safety: any thread.

#include <string_view>

#include "base/result.h"
#include "summarizer/summary.h"

namespace porthole::indexer {

/// The summary in `rdf`, without outdated annotations. Own annotations are reduced to one for each
/// target, with the target only. Annotations by others lack their element; among those with equal
/// kind, text and host of the annotator only the first is kept. RDF with another layout than that
/// of summarizer::write_rdf() is read completely. Errors: those of summarizer::read_rdf().
Result<summarizer::Summary> read_summary(std::string_view rdf);

}  // namespace porthole::indexer
