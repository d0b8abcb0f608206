#include "summarizer/rdf_formats.h"

#include <array>

#include "base/json/json.h"
#include "base/xml/writer.h"
#include "summarizer/rdf_writer.h"
#include "summarizer/vocabulary.h"

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

/// The non-empty bags of annotations of a summary, in the order in which they are written.
std::vector<Bag> bags_of(const Summary& summary) {
  std::vector<Bag> bags;
  if (!summary.annotations_by_others.empty()) {
    bags.push_back({term("ph:annotationsByOthers"), term("ph:annotator"), Side::kByOthers,
                    summary.annotations_by_others});
  }
  if (!summary.own_annotations.empty()) {
    bags.push_back(
        {term("ph:ownAnnotations"), term("ph:annotatee"), Side::kOwn, summary.own_annotations});
  }
  return bags;
}

std::vector<Literal> all_literals(const Summary& summary) {
  std::vector<Literal> literals = page_literals(summary);
  for (const std::string& alias : summary.aliases) literals.push_back({term("ph:alias"), alias});
  if (!summary.text.empty()) literals.push_back({term("ph:text"), summary.text});
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

/// The object of a triple in N-Triples and Turtle.
std::string object_of(std::string_view value, PropertyKind kind) {
  switch (kind) {
    case PropertyKind::kLiteral:
      return literal(value);
    case PropertyKind::kUri:
      return iri(value);
    case PropertyKind::kXml:
      return literal(value) + "^^" + iri(kXmlLiteral);
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
    triple(page, term("rdf:type").iri(), iri(term("ph:Page").iri()));
    for (const Literal& said : all_literals(summary)) {
      triple(page, said.property.iri(), literal(said.value));
    }
    const std::string type = type_iri(summary);
    if (!type.empty()) triple(page, term("dcterms:type").iri(), iri(type));
    if (!summary.resource_class.empty()) {
      triple(page, term("rdf:type").iri(), iri(iri_of_name(summary.resource_class).whole()));
    }
    for (const Property& property : summary.properties) {
      triple(page, iri_of_name(property.name).whole(), object_of(property.value, property.kind));
    }
    for (const Bag& bag : bags_of(summary)) add_bag(page, bag);
    return std::move(out_);
  }

 private:
  void add_bag(const std::string& page, const Bag& bag) {
    const std::string node = blank();
    triple(page, bag.property.iri(), node);
    triple(node, term("rdf:type").iri(), iri(term("rdf:Bag").iri()));
    int position = 0;
    for (const Annotation& annotation : bag.annotations) {
      const std::string item = blank();
      const std::string member = "rdf:_" + std::to_string(++position);
      triple(node, term(member).iri(), item);
      triple(item, term("rdf:type").iri(), iri(annotation_class(annotation).iri()));
      each_literal_of(annotation, bag.side,
                      [&](Term property, std::string_view value, PropertyKind kind) {
                        triple(item, property.iri(), object_of(value, kind));
                      });
      triple(item, bag.partner.iri(), iri(annotation.page));
    }
  }

  void triple(const std::string& subject, const std::string& property, const std::string& object) {
    out_.append(subject).append(" <").append(property).append("> ").append(object);
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
    for (const Term& name : {term("rdf:"), term("dcterms:"), term("ph:")}) {
      out.append("@prefix ").append(name.qualified).append(" ").append(iri(name.ns)).append(" .\n");
    }
    return out;
  }
  std::string tail() override { return {}; }

  std::string add(const Summary& summary) override {
    std::string out = "\n" + iri(summary.url) + "\n    a ph:Page";
    for (const Literal& said : all_literals(summary)) {
      out.append(" ;\n    ")
          .append(said.property.qualified)
          .append(" ")
          .append(literal(said.value));
    }
    const std::string type = type_iri(summary);
    if (!type.empty()) out += " ;\n    dcterms:type " + iri(type);
    if (!summary.resource_class.empty()) {
      out += " ;\n    a " + iri(iri_of_name(summary.resource_class).whole());
    }
    for (const Property& property : summary.properties) {
      out += " ;\n    " + iri(iri_of_name(property.name).whole()) + " " +
             object_of(property.value, property.kind);
    }
    for (const Bag& bag : bags_of(summary)) {
      out.append(" ;\n    ").append(bag.property.qualified).append(" ").append(bag_node(bag));
    }
    return out += " .\n";
  }

 private:
  static std::string bag_node(const Bag& bag) {
    std::string out = "[\n        a rdf:Bag";
    int position = 0;
    for (const Annotation& annotation : bag.annotations) {
      out.append(" ;\n        rdf:_").append(std::to_string(++position)).append(" [ a ");
      out.append(annotation_class(annotation).qualified);
      each_literal_of(
          annotation, bag.side, [&](Term property, std::string_view value, PropertyKind kind) {
            out.append(" ; ").append(property.qualified).append(" ").append(object_of(value, kind));
          });
      out.append(" ; ")
          .append(bag.partner.qualified)
          .append(" ")
          .append(iri(annotation.page))
          .append(" ]");
    }
    return out += "\n    ]";
  }
};

class JsonLdExporter final : public RdfExporter {
 public:
  using Json = nlohmann::ordered_json;

  std::string head() override {
    Json context;
    for (const Term& name : {term("rdf:"), term("dcterms:"), term("ph:")}) {
      context[std::string(name.prefix())] = std::string(name.ns);
    }
    return "{\"@context\":" + context.dump() + ",\"@graph\":[";
  }
  std::string tail() override { return "\n]}\n"; }

  std::string add(const Summary& summary) override {
    Json page;
    page["@id"] = iri_of(summary.url);
    page["@type"] = "ph:Page";
    if (!summary.resource_class.empty()) {
      page["@type"] = {"ph:Page", iri_of_name(summary.resource_class).whole()};
    }
    for (const Literal& said : page_literals(summary)) {
      page[std::string(said.property.qualified)] = xml::readable_text(said.value);
    }
    for (const std::string& alias : summary.aliases) {
      page["ph:alias"].push_back(xml::readable_text(alias));
    }
    if (!summary.text.empty()) page["ph:text"] = xml::readable_text(summary.text);
    const std::string type = type_iri(summary);
    if (!type.empty()) page["dcterms:type"] = reference(type);
    for (const Property& property : summary.properties) {
      page[iri_of_name(property.name).whole()].push_back(value_of(property.value, property.kind));
    }
    std::string out = std::exchange(first_, false) ? "\n" : ",\n";
    out += page.dump();
    out.pop_back();  // Its closing brace.
    for (const Bag& bag : bags_of(summary)) add_bag(bag, out);
    return out += '}';
  }

 private:
  static Json reference(std::string_view url) { return Json{{"@id", iri_of(url)}}; }

  static Json value_of(std::string_view value, PropertyKind kind) {
    if (kind == PropertyKind::kUri) return reference(value);
    Json said{{"@value", xml::readable_text(value)}};
    if (kind == PropertyKind::kXml) said["@type"] = std::string(kXmlLiteral);
    return said;
  }

  /// Writes each annotation when it is made: the nodes of thousands would take a hundred times the
  /// memory of their text.
  static void add_bag(const Bag& bag, std::string& out) {
    out.append(",\"").append(bag.property.qualified).append(R"(":{"@type":"rdf:Bag")");
    int position = 0;
    for (const Annotation& annotation : bag.annotations) {
      out.append(R"(,"rdf:_)").append(std::to_string(++position)).append("\":");
      out += item_node(annotation, bag).dump();
    }
    out += '}';
  }

  static Json item_node(const Annotation& annotation, const Bag& bag) {
    Json item;
    item["@type"] = annotation_class(annotation).qualified;
    each_literal_of(annotation, bag.side,
                    [&](Term property, std::string_view value, PropertyKind kind) {
                      const bool is_plain = kind == PropertyKind::kLiteral;
                      item[std::string(property.qualified)] =
                          is_plain ? Json(xml::readable_text(value)) : value_of(value, kind);
                    });
    item[std::string(bag.partner.qualified)] = reference(annotation.page);
    return item;
  }

  bool first_ = true;
};

}  // namespace

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
