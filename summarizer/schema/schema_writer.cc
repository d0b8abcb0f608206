#include "summarizer/schema/schema_writer.h"

#include "base/xml/writer.h"

namespace porthole::summarizer {
namespace {

using xml::XmlWriter;

void write_word(XmlWriter& writer, const Word& word) {
  writer.attribute("rdf:about", word.iri);
  writer.element("rdfs:label", word.label);
  writer.element("rdfs:comment", word.comment);
}

void write_resources(XmlWriter& writer, const char* property,
                     const std::vector<std::string>& iris) {
  for (const std::string& iri : iris) {
    writer.start(property);
    writer.attribute("rdf:resource", iri);
    writer.end();
  }
}

}  // namespace

std::string write_schema(const Vocabulary& vocabulary) {
  XmlWriter writer;
  writer.start("rdf:RDF");
  writer.attribute("xmlns:rdf", kRdf);
  writer.attribute("xmlns:rdfs", kRdfs);
  writer.attribute("xmlns:ph", kPorthole);
  for (const ClassWord& word : vocabulary.classes()) {
    writer.start("rdfs:Class");
    write_word(writer, word);
    write_resources(writer, "rdfs:subClassOf", word.superclasses);
    writer.end();
  }
  for (const PropertyWord& word : vocabulary.properties()) {
    writer.start("rdf:Property");
    write_word(writer, word);
    write_resources(writer, "rdfs:subPropertyOf", word.superproperties);
    write_resources(writer, "rdfs:domain", word.domains);
    write_resources(writer, "rdfs:range", word.ranges);
    if (word.searchable) writer.element("ph:searchable", "true");
    writer.end();
  }
  writer.end();
  return writer.take();
}

}  // namespace porthole::summarizer
