#pragma once

/// Reads RDF Schema: the classes and properties that a file of RDF/XML defines.
///
/// In:  RDF/XML as people write schemas: a class or property an element, with rdf:about or rdf:ID,
///      typed by its name (rdfs:Class, rdf:Property) or by rdf:type; what is said of it as elements
///      (text or rdf:resource) or as attributes. What else stands in the file is passed over.
/// Out: the definitions, unchecked (schema_check.h).
///
/// Source: RDF 1.1 XML Syntax, sections 2.4, 2.5, 2.12 to 2.14.

#include <string>
#include <string_view>

#include "base/result.h"
#include "summarizer/schema/vocabulary.h"

namespace porthole::summarizer {

inline constexpr std::size_t kMaxSchemaBytes = 1 << 20;

/// Errors: kInvalid with the line for what is not well-formed, has a document type, or is no RDF;
/// kTooLarge beyond kMaxSchemaBytes. Thread safety: any thread.
Result<Definitions> read_rdfs(std::string_view rdfs, const std::string& schema);

}  // namespace porthole::summarizer
