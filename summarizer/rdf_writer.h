#pragma once

/// Writes a summary as RDF/XML.
///
/// In:  a Summary with any strings.
/// Out: a document for any RDF/XML reader (RDF 1.1 XML Syntax); rdf_reader.h returns the same
///      Summary, except that characters not allowed in XML become U+FFFD.
///
/// Source: schemas/summary.rdfs (vocabulary), schemas/summary.xsd (form), docs/rdf.md (example).

#include <string>

#include "base/xml/writer.h"
#include "summarizer/summary.h"

namespace porthole::summarizer {

/// Returns a document with one summary. Thread safety: any thread.
std::string write_rdf(const Summary& summary);

/// Write a document with several summaries: call write_rdf_begin, any number of times
/// write_rdf_page, and XmlWriter::end.
void write_rdf_begin(xml::XmlWriter& writer);
void write_rdf_page(xml::XmlWriter& writer, const Summary& summary);

}  // namespace porthole::summarizer
