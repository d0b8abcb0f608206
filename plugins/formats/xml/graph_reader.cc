#include "base/text/text.h"
#include "plugins/formats/xml/readers.h"

namespace porthole::xml_format {
namespace {

constexpr std::string_view kRdfNs = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
constexpr std::string_view kRdfsNs = "http://www.w3.org/2000/01/rdf-schema#";
constexpr std::string_view kOwlNs = "http://www.w3.org/2002/07/owl#";

/// Elements stand for resources and for what is said of them by turns (RDF 1.1 XML Syntax, "striped
/// syntax"): odd levels below rdf:RDF are resources.
class GraphReader final : public ElementReader {
 public:
  explicit GraphReader(PageFacts& facts) : ElementReader(facts) {
    facts.document().resource_class = "Dataset";
  }

 protected:
  void begin(const xml::XmlAttributes& attributes) override {
    if (node(0).ns != last_ns_) facts().say("namespace", last_ns_ = node(0).ns);
    if (depth() == 1) return;
    if (depth() % 2 == 0) return begin_resource(attributes);
    capture();
    const auto object = attributes.find({kRdfNs, "resource"});
    if (!object) return;
    if (is("type") && node(0).ns == kRdfNs) return typed(node(1).label, *object);
    facts().link(*object, node(0).local);
  }

  void end() override {
    if (depth() % 2 != 1 || depth() == 1) return;
    const std::string& text = node(0).text;
    Document& document = facts().document();
    const bool of_ontology = is("Ontology", 1);
    if (is("label") || is("title") || is("name")) {
      if (Link* link = subject_link()) link->anchor = fold_space(text);
    }
    if (of_ontology && (is("comment") || is("description")) && document.description.empty()) {
      document.description = fold_space(text);
    }
    if (of_ontology && is("label") && document.title.empty()) document.title = fold_space(text);
    if (of_ontology && is("versionInfo")) facts().say("version", text);
    if (depth() == 3) say_dublin_core(facts(), node(0).ns, node(0).local, text);
  }

 private:
  void begin_resource(const xml::XmlAttributes& attributes) {
    const auto about = attributes.find({kRdfNs, "about"});
    const auto id = attributes.find({kRdfNs, "ID"});
    std::string& subject = node(0).label;
    if (about) subject = *about;
    if (id) subject = "#" + std::string(*id);
    subject_ = facts().document().links.size();
    if (facts().link(subject) == nullptr) subject_ = kNone;
    if (node(0).ns != kRdfNs || !is("Description")) typed(subject, node(0).ns + node(0).local);
  }

  void typed(const std::string& subject, std::string_view type) {
    const bool is_schema =
        type.starts_with(kRdfsNs) || type.starts_with(kRdfNs) || type.starts_with(kOwlNs);
    if (!is_schema) return facts().say_iri("typedAs", type);
    const std::string_view kind = type.substr(type.find('#') + 1);
    if (kind == "Class" || kind == "Datatype") {
      facts().say("definedType", subject);
    } else if (kind.ends_with("Property")) {
      facts().say("definedProperty", subject);
    } else {
      return;
    }
    facts().document().resource_class = "Schema";
  }

  /// The link to the resource that is being read; null where it has none.
  Link* subject_link() {
    std::vector<Link>& links = facts().document().links;
    return subject_ < links.size() && links[subject_].anchor.empty() ? &links[subject_] : nullptr;
  }

  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  std::size_t subject_ = kNone;
  std::string last_ns_;
};

}  // namespace

Reader graph_reader(PageFacts& facts) { return std::make_unique<GraphReader>(facts); }

}  // namespace porthole::xml_format
