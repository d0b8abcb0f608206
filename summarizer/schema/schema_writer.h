#pragma once

/// Writes a vocabulary down as one schema of RDF/XML: ours and those of plug-ins merged.

#include <string>

#include "summarizer/schema/vocabulary.h"

namespace porthole::summarizer {

/// A document that read_rdfs() reads back as the same words. Thread safety: any thread.
std::string write_schema(const Vocabulary& vocabulary);

}  // namespace porthole::summarizer
