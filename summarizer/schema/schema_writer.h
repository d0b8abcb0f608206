#pragma once

/// Writes a vocabulary as one RDF/XML schema that merges the built-in one and those of plug-ins.

#include <string>

#include "summarizer/schema/vocabulary.h"

namespace porthole::summarizer {

/// read_rdfs() reads the same definitions back. Thread safety: any thread.
std::string write_schema(const Vocabulary& vocabulary);

}  // namespace porthole::summarizer
