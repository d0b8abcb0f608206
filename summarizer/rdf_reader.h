#pragma once

/// Reads back what rdf_writer.h wrote.
///
/// This is a reader of our own form and no general RDF parser: it takes the RDF/XML of summaries
/// exactly as schemas/summary.xsd describes it, and refuses the same graph put otherwise.

#include <functional>
#include <string_view>

#include "base/result.h"
#include "summarizer/summary.h"

namespace porthole::summarizer {

/// The summary in `rdf`.
///
/// Errors: kInvalid with line and column for what is not well-formed, has a document type, or is
/// not the summary of one page; kTooLarge beyond 64 MiB. Thread safety: any thread.
Result<Summary> read_rdf(std::string_view rdf);

/// Calls back with each summary in `rdf`, which may be an export of many: those before an error,
/// too.
///
/// Errors: as read_rdf(), but for the number of pages; kInvalid when there is none.
Result<void> read_rdf_pages(std::string_view rdf, const std::function<void(Summary)>& use);

}  // namespace porthole::summarizer
