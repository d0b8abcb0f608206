#include "summarizer/rdf_writer.h"

#include <algorithm>
#include <string>

#include "summarizer/vocabulary.h"

namespace porthole::summarizer {
namespace {

using xml::XmlWriter;

/// Some RDF readers normalise white space in attributes, even if it is escaped.
bool is_safe_in_attribute(std::string_view value) {
  constexpr auto is_line_or_tab = [](char c) { return c == '\t' || c == '\n' || c == '\r'; };
  return value.find("  ") == std::string_view::npos && !value.starts_with(' ') &&
         !value.ends_with(' ') && std::none_of(value.begin(), value.end(), is_line_or_tab);
}

bool is_attribute(std::string_view value, PropertyKind kind) {
  return kind == PropertyKind::kLiteral && is_safe_in_attribute(value);
}

void write_element(XmlWriter& writer, Term property, std::string_view value, PropertyKind kind) {
  writer.start(property.qualified);
  if (kind == PropertyKind::kXml) writer.attribute("rdf:datatype", kXmlLiteral);
  writer.text(value);
  writer.end();
}

/// Writes literal properties as attributes (RDF 1.1 XML Syntax, section 2.12), the shortest form;
/// as elements where white space matters. `each` iterates over them.
template <class Each>
void write_literals(XmlWriter& writer, const Each& each) {
  bool are_all_written = true;
  each([&](Term property, std::string_view value, PropertyKind kind) {
    if (is_attribute(value, kind)) {
      writer.attribute(property.qualified, value);
    } else {
      are_all_written = false;
    }
  });
  if (are_all_written) return;
  each([&](Term property, std::string_view value, PropertyKind kind) {
    if (!is_attribute(value, kind)) write_element(writer, property, value, kind);
  });
}

void write_resource(XmlWriter& writer, std::string_view property, std::string_view iri) {
  writer.start(property);
  writer.attribute("rdf:resource", iri);
  writer.end();
}

/// Writes XML as text with its datatype (RDF 1.1 Concepts, section 5.2), so that a page's markup
/// cannot escape from it.
void write_property(XmlWriter& writer, const Property& property) {
  const Iri name = iri_of_name(property.name);
  const bool ours = name.ns == kPorthole;
  writer.start((ours ? "ph:" : "x:") + std::string(name.local));
  if (!ours) writer.attribute("xmlns:x", name.ns);
  if (property.kind == PropertyKind::kUri) {
    writer.attribute("rdf:resource", iri_of(property.value));
  } else {
    if (property.kind == PropertyKind::kXml) writer.attribute("rdf:datatype", kXmlLiteral);
    writer.text(property.value);
  }
  writer.end();
}

void write_annotations(XmlWriter& writer, const std::vector<Annotation>& annotations, Side side) {
  if (annotations.empty()) return;
  const bool by_others = side == Side::kByOthers;
  writer.start(by_others ? "ph:annotationsByOthers" : "ph:ownAnnotations");
  writer.start("rdf:Bag");
  for (const Annotation& annotation : annotations) {
    writer.start("rdf:li");
    writer.start(annotation_class(annotation).qualified);
    write_literals(writer,
                   [&](const TakeLiteral& take) { each_literal_of(annotation, side, take); });
    write_resource(writer, by_others ? "ph:annotator" : "ph:annotatee", iri_of(annotation.page));
    writer.end();
    writer.end();
  }
  writer.end();
  writer.end();
}

}  // namespace

void write_rdf_begin(XmlWriter& writer) {
  writer.start("rdf:RDF");
  writer.attribute("xmlns:rdf", kRdf);
  writer.attribute("xmlns:dcterms", kDcTerms);
  writer.attribute("xmlns:ph", kPorthole);
}

void write_rdf_page(XmlWriter& writer, const Summary& summary) {
  writer.start("ph:Page");
  writer.attribute("rdf:about", iri_of(summary.url));
  write_literals(writer, [literals = page_literals(summary)](const TakeLiteral& take) {
    for (const Literal& literal : literals)
      take(literal.property, literal.value, PropertyKind::kLiteral);
  });
  const std::string_view type = dcmi_type(summary.media_type);
  if (!type.empty()) {
    write_resource(writer, "dcterms:type", std::string(kDcmiType).append(type));
  }
  if (!summary.resource_class.empty()) {
    write_resource(writer, "rdf:type", iri_of_name(summary.resource_class).whole());
  }
  for (const Property& property : summary.properties) write_property(writer, property);
  for (const std::string& alias : summary.aliases) writer.element("ph:alias", alias);
  write_annotations(writer, summary.annotations_by_others, Side::kByOthers);
  write_annotations(writer, summary.own_annotations, Side::kOwn);
  if (!summary.text.empty()) writer.element("ph:text", summary.text);
  writer.end();
}

std::string write_rdf(const Summary& summary) {
  XmlWriter writer(XmlWriter::Layout::kCompact);  // 20 per cent smaller, and faster to read.
  write_rdf_begin(writer);
  write_rdf_page(writer, summary);
  writer.end();
  return writer.take();
}

}  // namespace porthole::summarizer
