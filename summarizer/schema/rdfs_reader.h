#pragma once

/// RDF Schema reader: extracts the class and property definitions of an RDF/XML file.
///
/// In:  RDF/XML in the usual form of schemas: one element for each class or property, with
///      rdf:about or rdf:ID, typed by its name (rdfs:Class, rdf:Property) or by rdf:type; its
///      properties as elements (text or rdf:resource) or as attributes. Other content is ignored.
/// Out: the definitions, not validated (schema_check.h).
///
/// Source: RDF 1.1 XML Syntax, sections 2.4, 2.5, 2.12 to 2.14.

#include <string>
#include <string_view>

#include "base/result.h"
#include "summarizer/schema/vocabulary.h"

namespace porthole::summarizer {

inline constexpr std::size_t kMaxSchemaBytes = 1 << 20;

/// Errors: kInvalid with the line for input that is not well-formed, has a document type, or is not
/// RDF; kTooLarge beyond kMaxSchemaBytes. Thread safety: any thread.
Result<Definitions> read_rdfs(std::string_view rdfs, const std::string& schema);

}  // namespace porthole::summarizer
