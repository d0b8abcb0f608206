#pragma once

/// A summary as RDF/XML, the form in which it is stored and indexed.
///
/// In:  a Summary with any strings.
/// Out: a document that any RDF/XML reader takes (RDF 1.1 XML Syntax); rdf_reader.h gives the same
///      Summary back, but for characters that XML cannot hold, which become U+FFFD.
///
/// Source: schemas/summary.rdfs (vocabulary), schemas/summary.xsd (form), docs/rdf.md (example).

#include <string>

#include "summarizer/summary.h"
#include "base/xml/writer.h"

namespace porthole::summarizer {

/// The whole document. Thread safety: any thread.
std::string write_rdf(const Summary& summary);

/// The parts of a document with several summaries: write_rdf_begin, any number of write_rdf_page,
/// and XmlWriter::end.
void write_rdf_begin(xml::XmlWriter& writer);
void write_rdf_page(xml::XmlWriter& writer, const Summary& summary);

}  // namespace porthole::summarizer
