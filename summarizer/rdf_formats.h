#pragma once

/// Exports summaries in several RDF syntaxes, always with the same graph.
///
///   auto exporter = RdfExporter::make(RdfFormat::kTurtle);
///   out << exporter->head();
///   for (const Summary& summary : summaries) out << exporter->add(summary);
///   out << exporter->tail();
///
/// Source: RDF 1.1 XML Syntax, RDF 1.1 N-Triples, RDF 1.1 Turtle, JSON-LD 1.1.

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "summarizer/summary.h"

namespace porthole::summarizer {

enum class RdfFormat { kRdfXml, kTurtle, kNTriples, kJsonLd };

/// From "rdfxml", "turtle", "ntriples" or "jsonld"; nothing for another name.
std::optional<RdfFormat> rdf_format_from_name(std::string_view name);
/// "application/rdf+xml", ...
std::string_view rdf_media_type(RdfFormat format);

/// Writes one document with any number of summaries, piece by piece.
class RdfExporter {
 public:
  virtual ~RdfExporter() = default;
  virtual std::string head() = 0;
  virtual std::string add(const Summary& summary) = 0;
  virtual std::string tail() = 0;

  static std::unique_ptr<RdfExporter> make(RdfFormat format);
};

/// A document with one summary.
std::string write_rdf_as(RdfFormat format, const Summary& summary);

}  // namespace porthole::summarizer
