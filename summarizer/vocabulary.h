#pragma once

/// The words in which summaries are written: one place for the writer, the reader and the other
/// formats. What they mean stands in schemas/summary.rdfs. Inside this room only.

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

/// A name in one of the first three of these namespaces, as summaries have it.
struct Term {
  std::string_view qualified;  ///< "ph:kind"
  std::string_view ns;
  constexpr std::string_view prefix() const { return qualified.substr(0, qualified.find(':')); }
  constexpr std::string_view local() const { return qualified.substr(qualified.find(':') + 1); }
  std::string iri() const { return std::string(ns).append(local()); }
};
/// Requires: a name with one of the prefixes "rdf:", "dcterms:", "ph:", which outlives the term.
constexpr Term term(std::string_view qualified) {
  return {qualified, qualified.starts_with("ph:") ? kPorthole : qualified.starts_with("rdf:") ? kRdf : kDcTerms};
}

/// A property with a literal value.
struct Literal {
  Term property;
  std::string value;
};

/// What is said of the page in short literals, in the order in which it is written; absent values
/// are left out. Aliases and the page's text are not among them.
std::vector<Literal> page_literals(const Summary& summary);

enum class Side { kByOthers, kOwn };
/// The class of an annotation: ph:TextAnnotation, ph:ImageAnnotation, ph:XmlFragment.
Term annotation_class(const Annotation& annotation);
/// Whether `name` is one of these, or ph:Annotation, which older summaries have.
bool is_annotation_class(std::string_view ns, std::string_view local);
/// What is said of an annotation, literals and XML, in the order in which it is written. Lifetime of a value: the call.
using TakeLiteral = std::function<void(Term property, std::string_view value, PropertyKind kind)>;
void each_literal_of(const Annotation& annotation, Side side, const TakeLiteral& take);

/// `url` as an IRI (RFC 3987): what URLs may hold and IRIs may not (`|`, `^`, `{`, spaces in a
/// mailto: URL, ...) is percent-encoded. The URL itself then stands beside it as a literal.
std::string iri_of(std::string_view url);

/// The type of the Dublin Core Type Vocabulary for a media type ("Text", "StillImage", ...), ""
/// when none is sure.
std::string_view dcmi_type(std::string_view media_type);

/// The name in two parts that `name` stands for (Property::name): a local name is one of ours. Lives as
/// long as `name` does. Requires: is_schema_name(name).
struct Iri {
  std::string_view ns;
  std::string_view local;
  std::string whole() const { return std::string(ns).append(local); }
};
Iri iri_of_name(std::string_view name);
/// The name for a term: the way back.
std::string name_of(std::string_view ns, std::string_view local);
/// A summary says this by itself, so that no property of a page may: text, relevance, ...
bool is_word_of_summaries(std::string_view name);
inline constexpr std::string_view kXmlLiteral =
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#XMLLiteral";

/// The shortest decimal text that is read back as the same number.
std::string decimal(double value);

}  // namespace porthole::summarizer
