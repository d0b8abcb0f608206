#pragma once

/// Reads the RDF/XML of summaries that rdf_writer.h wrote, for `check summary` and tests.
///
/// This is not a general RDF parser: it accepts exactly the form that schemas/summary.xsd
/// describes, and rejects other serialisations of the same graph.

#include <functional>
#include <string_view>

#include "base/result.h"
#include "summarizer/summary.h"

namespace porthole::summarizer {

/// Calls back with each summary in `rdf`, which may be an export of many; those before an error are
/// passed, too.
///
/// Errors: kInvalid with line and column for input that is not well-formed, has a document type, or
/// has no summary; kTooLarge beyond 64 MiB. Thread safety: any thread.
Result<void> read_rdf_pages(std::string_view rdf, const std::function<void(Summary)>& use);

}  // namespace porthole::summarizer
