#include "summarizer/schema/vocabulary.h"

#include <algorithm>
#include <utility>

#include "base/xml/writer.h"

namespace porthole::summarizer {

std::string_view Word::name() const {
  const std::string_view all = iri;
  return all.starts_with(kPorthole) ? all.substr(kPorthole.size()) : all;
}

std::string_view Word::local_name() const {
  return std::string_view(iri).substr(iri.find_last_of("#/:") + 1);
}

std::string Problem::to_string() const {
  return schema + (line > 0 ? ":" + std::to_string(line) : "") + ": " + what;
}

Vocabulary::Vocabulary(const Vocabulary& other) { *this = other; }

Vocabulary& Vocabulary::operator=(const Vocabulary& other) {
  if (this == &other) return *this;
  Definitions words;
  words.classes.assign(other.classes_.begin(), other.classes_.end());
  words.properties.assign(other.properties_.begin(), other.properties_.end());
  classes_.clear(), properties_.clear(), class_of_.clear(), property_of_.clear();
  take(std::move(words));
  return *this;
}

void Vocabulary::take(Definitions words) {
  for (ClassWord& word : words.classes) {
    const ClassWord& kept = classes_.emplace_back(std::move(word));
    for (const std::string_view name : {std::string_view(kept.iri), kept.name()})
      class_of_[name] = &kept;
  }
  for (PropertyWord& word : words.properties) {
    const PropertyWord& kept = properties_.emplace_back(std::move(word));
    for (const std::string_view name : {std::string_view(kept.iri), kept.name()})
      property_of_[name] = &kept;
  }
}

const ClassWord* Vocabulary::find_class(std::string_view name) const {
  const auto found = class_of_.find(name);
  return found == class_of_.end() ? nullptr : found->second;
}

const PropertyWord* Vocabulary::find_property(std::string_view name) const {
  const auto found = property_of_.find(name);
  return found == property_of_.end() ? nullptr : found->second;
}

std::vector<const PropertyWord*> Vocabulary::searchable() const {
  std::vector<const PropertyWord*> found;
  for (const PropertyWord& property : properties_) {
    if (property.searchable) found.push_back(&property);
  }
  return found;
}

std::vector<const ClassWord*> Vocabulary::lineage(std::string_view name) const {
  std::vector<const ClassWord*> line;
  const auto follow = [&](std::string_view next) {
    const ClassWord* const word = find_class(next);
    if (word != nullptr && std::find(line.begin(), line.end(), word) == line.end())
      line.push_back(word);
  };
  follow(name);
  for (std::size_t i = 0; i < line.size(); ++i) {
    for (const std::string& next : line[i]->superclasses) follow(next);
  }
  return line;
}

bool Vocabulary::is_a(std::string_view name, std::string_view ancestor) const {
  const std::vector<const ClassWord*> line = lineage(name);
  return std::find(line.begin(), line.end(), find_class(ancestor)) != line.end();
}

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
