#include "summarizer/rdf_formats.h"

#include <array>
#include <nlohmann/json.hpp>

#include "summarizer/rdf_writer.h"
#include "summarizer/vocabulary.h"
#include "xml/writer.h"

namespace porthole::summarizer {
namespace {

constexpr std::array<std::string_view, 4> kNames = {"rdfxml", "turtle", "ntriples", "jsonld"};
constexpr std::array<std::string_view, 4> kMediaTypes = {
    "application/rdf+xml", "text/turtle", "application/n-triples", "application/ld+json"};

struct Bag {
  Term property;
  Term partner;
  Side side;
  const std::vector<Annotation>& annotations;
};

/// The bags of a summary that are not empty, in the order in which they are written.
std::vector<Bag> bags_of(const Summary& summary) {
  std::vector<Bag> bags;
  if (!summary.annotations_by_others.empty()) {
    bags.push_back({porthole("annotationsByOthers"), porthole("annotator"), Side::kByOthers,
                    summary.annotations_by_others});
  }
  if (!summary.own_annotations.empty()) {
    bags.push_back(
        {porthole("ownAnnotations"), porthole("annotatee"), Side::kOwn, summary.own_annotations});
  }
  return bags;
}

std::vector<Literal> all_literals(const Summary& summary) {
  std::vector<Literal> literals = page_literals(summary);
  for (const std::string& alias : summary.aliases) literals.push_back({porthole("alias"), alias});
  if (!summary.text.empty()) literals.push_back({porthole("text"), summary.text});
  return literals;
}

std::string type_iri(const Summary& summary) {
  const std::string_view type = dcmi_type(summary.media_type);
  return type.empty() ? std::string() : std::string(kDcmiType).append(type);
}

std::string iri(std::string_view url) { return "<" + iri_of(url) + ">"; }

/// RDF 1.1 N-Triples, production 9.
std::string literal(std::string_view value) {
  std::string out = "\"";
  for (const char c : xml::readable_text(value)) {
    switch (c) {
      case '"':
        out += "\\\"";
        break;
      case '\\':
        out += "\\\\";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\t':
        out += "\\t";
        break;
      case 0x7F:
        out += "\\u007F";
        break;
      default:
        out += c;
    }
  }
  return out += '"';
}

/// The object of a statement, as N-Triples and Turtle have it.
std::string object_of(const Literal& said) {
  return said.is_xml ? literal(said.value) + "^^" + iri(kXmlLiteral) : literal(said.value);
}
std::string object_of(const Property& property) {
  switch (property.kind) {
    case PropertyKind::kLiteral: return literal(property.value);
    case PropertyKind::kUri: return iri(property.value);
    case PropertyKind::kXml: return literal(property.value) + "^^" + iri(kXmlLiteral);
  }
  return {};
}

class RdfXmlExporter final : public RdfExporter {
 public:
  std::string head() override {
    write_rdf_begin(writer_);
    return writer_.drain();
  }
  std::string add(const Summary& summary) override {
    write_rdf_page(writer_, summary);
    return writer_.drain();
  }
  std::string tail() override {
    writer_.end();
    return writer_.drain();
  }

 private:
  xml::XmlWriter writer_;
};

class NTriplesExporter final : public RdfExporter {
 public:
  std::string head() override { return {}; }
  std::string tail() override { return {}; }

  std::string add(const Summary& summary) override {
    out_.clear();
    const std::string page = iri(summary.url);
    triple(page, rdf("type"), iri(porthole("Page").iri()));
    for (const Literal& said : all_literals(summary)) {
      triple(page, said.property, literal(said.value));
    }
    const std::string type = type_iri(summary);
    if (!type.empty()) triple(page, dcterms("type"), iri(type));
    if (!summary.resource_class.empty()) {
      triple(page, rdf("type"), iri(term_of(summary.resource_class).iri()));
    }
    for (const Property& property : summary.properties) {
      triple(page, term_of(property.name), object_of(property));
    }
    for (const Bag& bag : bags_of(summary)) add_bag(page, bag);
    return std::move(out_);
  }

 private:
  void add_bag(const std::string& page, const Bag& bag) {
    const std::string node = blank();
    triple(page, bag.property, node);
    triple(node, rdf("type"), iri(rdf("Bag").iri()));
    int position = 0;
    for (const Annotation& annotation : bag.annotations) {
      const std::string item = blank();
      const std::string member = "_" + std::to_string(++position);
      triple(node, rdf(member), item);
      triple(item, rdf("type"), iri(annotation_class(annotation).iri()));
      for (const Literal& said : annotation_literals(annotation, bag.side)) {
        triple(item, said.property, object_of(said));
      }
      triple(item, bag.partner, iri(annotation.page));
    }
  }

  void triple(const std::string& subject, const Term& property, const std::string& object) {
    out_.append(subject).append(" <").append(property.iri()).append("> ").append(object);
    out_.append(" .\n");
  }

  std::string blank() { return "_:b" + std::to_string(++blanks_); }

  std::string out_;
  std::int64_t blanks_ = 0;
};

class TurtleExporter final : public RdfExporter {
 public:
  std::string head() override {
    std::string out;
    for (const Term& name : {rdf(""), dcterms(""), porthole("")}) {
      out += "@prefix " + name.qualified() + " " + iri(name.ns) + " .\n";
    }
    return out;
  }
  std::string tail() override { return {}; }

  std::string add(const Summary& summary) override {
    std::string out = "\n" + iri(summary.url) + "\n    a ph:Page";
    for (const Literal& said : all_literals(summary)) {
      out += " ;\n    " + said.property.qualified() + " " + literal(said.value);
    }
    const std::string type = type_iri(summary);
    if (!type.empty()) out += " ;\n    dcterms:type " + iri(type);
    if (!summary.resource_class.empty()) {
      out += " ;\n    a " + iri(term_of(summary.resource_class).iri());
    }
    for (const Property& property : summary.properties) {
      out += " ;\n    " + iri(term_of(property.name).iri()) + " " + object_of(property);
    }
    for (const Bag& bag : bags_of(summary)) {
      out += " ;\n    " + bag.property.qualified() + " " + bag_node(bag);
    }
    return out += " .\n";
  }

 private:
  static std::string bag_node(const Bag& bag) {
    std::string out = "[\n        a rdf:Bag";
    int position = 0;
    for (const Annotation& annotation : bag.annotations) {
      out += " ;\n        rdf:_" + std::to_string(++position) + " [ a " + annotation_class(annotation).qualified();
      for (const Literal& said : annotation_literals(annotation, bag.side)) {
        out += " ; " + said.property.qualified() + " " + object_of(said);
      }
      out += " ; " + bag.partner.qualified() + " " + iri(annotation.page) + " ]";
    }
    return out += "\n    ]";
  }
};

class JsonLdExporter final : public RdfExporter {
 public:
  using Json = nlohmann::ordered_json;

  std::string head() override {
    Json context;
    for (const Term& name : {rdf(""), dcterms(""), porthole("")}) {
      context[std::string(name.prefix)] = std::string(name.ns);
    }
    return "{\"@context\":" + context.dump() + ",\"@graph\":[";
  }
  std::string tail() override { return "\n]}\n"; }

  std::string add(const Summary& summary) override {
    Json page;
    page["@id"] = iri_of(summary.url);
    page["@type"] = "ph:Page";
    if (!summary.resource_class.empty()) {
      page["@type"] = {"ph:Page", term_of(summary.resource_class).iri()};
    }
    for (const Literal& said : page_literals(summary)) {
      page[said.property.qualified()] = xml::readable_text(said.value);
    }
    for (const std::string& alias : summary.aliases) {
      page["ph:alias"].push_back(xml::readable_text(alias));
    }
    if (!summary.text.empty()) page["ph:text"] = xml::readable_text(summary.text);
    const std::string type = type_iri(summary);
    if (!type.empty()) page["dcterms:type"] = reference(type);
    for (const Property& property : summary.properties) {
      page[term_of(property.name).iri()].push_back(value_of(property));
    }
    for (const Bag& bag : bags_of(summary)) page[bag.property.qualified()] = bag_node(bag);
    const std::string separator = std::exchange(first_, false) ? "\n" : ",\n";
    return separator + page.dump();
  }

 private:
  static Json reference(std::string_view url) { return Json{{"@id", iri_of(url)}}; }

  static Json value_of(const Literal& said) {
    if (!said.is_xml) return xml::readable_text(said.value);
    return Json{{"@value", xml::readable_text(said.value)}, {"@type", std::string(kXmlLiteral)}};
  }

  static Json value_of(const Property& property) {
    if (property.kind == PropertyKind::kUri) return reference(property.value);
    Json value{{"@value", xml::readable_text(property.value)}};
    if (property.kind == PropertyKind::kXml) value["@type"] = std::string(kXmlLiteral);
    return value;
  }

  static Json bag_node(const Bag& bag) {
    Json node;
    node["@type"] = "rdf:Bag";
    int position = 0;
    for (const Annotation& annotation : bag.annotations) {
      Json item;
      item["@type"] = annotation_class(annotation).qualified();
      for (const Literal& said : annotation_literals(annotation, bag.side)) {
        item[said.property.qualified()] = value_of(said);
      }
      item[bag.partner.qualified()] = reference(annotation.page);
      node["rdf:_" + std::to_string(++position)] = std::move(item);
    }
    return node;
  }

  bool first_ = true;
};

}  // namespace

std::string_view rdf_format_name(RdfFormat format) {
  return kNames[static_cast<std::size_t>(format)];
}

std::optional<RdfFormat> rdf_format_from_name(std::string_view name) {
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i] == name) return static_cast<RdfFormat>(i);
  }
  return std::nullopt;
}

std::string_view rdf_media_type(RdfFormat format) {
  return kMediaTypes[static_cast<std::size_t>(format)];
}

std::unique_ptr<RdfExporter> RdfExporter::make(RdfFormat format) {
  switch (format) {
    case RdfFormat::kRdfXml:
      return std::make_unique<RdfXmlExporter>();
    case RdfFormat::kTurtle:
      return std::make_unique<TurtleExporter>();
    case RdfFormat::kNTriples:
      return std::make_unique<NTriplesExporter>();
    case RdfFormat::kJsonLd:
      return std::make_unique<JsonLdExporter>();
  }
  return nullptr;
}

std::string write_rdf_as(RdfFormat format, const Summary& summary) {
  const auto exporter = RdfExporter::make(format);
  std::string out = exporter->head();
  out += exporter->add(summary);
  return out += exporter->tail();
}

}  // namespace porthole::summarizer
