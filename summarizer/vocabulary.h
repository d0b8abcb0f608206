#pragma once

/// The RDF terms of summaries, shared by the writer, the reader and the exporters.
/// schemas/summary.rdfs defines their meaning. A private header of summarizer/.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "summarizer/summary.h"

namespace porthole::summarizer {

inline constexpr std::string_view kRdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
inline constexpr std::string_view kDcTerms = "http://purl.org/dc/terms/";
inline constexpr std::string_view kPorthole = "urn:porthole:summary:1#";
inline constexpr std::string_view kDcmiType = "http://purl.org/dc/dcmitype/";

/// A qualified name in one of the first three namespaces.
struct Term {
  std::string_view qualified;  ///< "ph:kind"
  std::string_view ns;
  constexpr std::string_view prefix() const { return qualified.substr(0, qualified.find(':')); }
  constexpr std::string_view local() const { return qualified.substr(qualified.find(':') + 1); }
  std::string iri() const { return std::string(ns).append(local()); }
};
/// Requires: a name with one of the prefixes "rdf:", "dcterms:", "ph:", which outlives the term.
constexpr Term term(std::string_view qualified) {
  return {qualified, qualified.starts_with("ph:")    ? kPorthole
                     : qualified.starts_with("rdf:") ? kRdf
                                                     : kDcTerms};
}

/// A property with a literal value.
struct Literal {
  Term property;
  std::string value;
};

/// The short literals of the page, in the order in which they are written; absent values are left
/// out. Aliases and the page's text are not included.
std::vector<Literal> page_literals(const Summary& summary);

enum class Side { kByOthers, kOwn };
/// The class of an annotation: ph:TextAnnotation, ph:ImageAnnotation, ph:XmlFragment.
Term annotation_class(const Annotation& annotation);
/// True for one of these, and for ph:Annotation, which older summaries have.
bool is_annotation_class(std::string_view ns, std::string_view local);
/// Calls `take` with the literals and XML of an annotation, in the order in which they are written.
/// Lifetime of a value: the call.
using TakeLiteral = std::function<void(Term property, std::string_view value, PropertyKind kind)>;
void each_literal_of(const Annotation& annotation, Side side, const TakeLiteral& take);

/// `url` as an IRI (RFC 3987): characters allowed in URLs but not in IRIs (`|`, `^`, `{`, spaces in
/// a mailto: URL, ...) are percent-encoded. The URL itself is then written as a literal, too.
std::string iri_of(std::string_view url);

/// The Dublin Core type of a media type ("Text", "StillImage", ...), "" if it is uncertain.
std::string_view dcmi_type(std::string_view media_type);

/// The expanded name of `name` (Property::name): a local name belongs to our namespace. Lives as
/// long as `name`. Requires: is_schema_name(name).
struct Iri {
  std::string_view ns;
  std::string_view local;
  std::string whole() const { return std::string(ns).append(local); }
};
Iri iri_of_name(std::string_view name);
/// The inverse of iri_of_name().
std::string name_of(std::string_view ns, std::string_view local);
/// True for names that summaries use themselves (text, relevance, ...), which a page's properties
/// must not use.
bool is_word_of_summaries(std::string_view name);
inline constexpr std::string_view kXmlLiteral =
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#XMLLiteral";

/// The shortest decimal text that parses to the same number.
std::string decimal(double value);

}  // namespace porthole::summarizer
