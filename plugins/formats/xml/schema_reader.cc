#include "base/text/text.h"
#include "plugins/formats/xml/readers.h"

namespace porthole::xml_format {
namespace {

class SchemaReader final : public ElementReader {
 public:
  explicit SchemaReader(PageFacts& facts) : ElementReader(facts) {
    facts.document().resource_class = "Schema";
  }

 protected:
  void begin(const xml::XmlAttributes& attributes) override {
    const std::string_view name = attributes.value("name");
    if (depth() == 1) {
      facts().say("targetNamespace", attributes.value("targetNamespace"));
      facts().say("version", attributes.value("version"));
    } else if (is("element")) {
      facts().say("definedElement", name);
    } else if (is("attribute")) {
      facts().say("definedAttribute", name);
    } else if (is("complexType") || is("simpleType")) {
      facts().say("definedType", name);
    } else if (is("import") || is("include") || is("redefine") || is("override")) {
      facts().say("namespace", attributes.value("namespace"));
      if (Link* link =
              facts().link(attributes.value("schemaLocation"), attributes.value("namespace"))) {
        link->rel = node(0).local;
      }
    } else if (is("documentation")) {
      capture();
    }
  }

  // Documentation before all definitions describes the whole schema.
  void end() override {
    if (!is("documentation") || !is("schema", 2)) return;
    if (facts().document().description.empty())
      facts().document().description = fold_space(node(0).text);
  }

  void finish() override {
    Document& document = facts().document();
    if (!document.title.empty()) return;
    document.title = std::string(cut(document.description, 200));
    for (const Property& property : document.properties) {
      if (document.title.empty() && property.name == "targetNamespace")
        document.title = property.value;
    }
  }
};

}  // namespace

Reader schema_reader(PageFacts& facts) { return std::make_unique<SchemaReader>(facts); }

namespace {

constexpr std::string_view kXsltNs = "http://www.w3.org/1999/XSL/Transform";

class StylesheetReader final : public ElementReader {
 public:
  explicit StylesheetReader(PageFacts& facts) : ElementReader(facts) {
    facts.document().resource_class = "Stylesheet";
  }

 protected:
  void begin(const xml::XmlAttributes& attributes) override {
    if (node(0).ns != kXsltNs) return facts().say("namespace", node(0).ns);
    if (depth() == 1) {
      facts().say("version", attributes.value("version"));
    } else if (is("template")) {
      facts().say("template", attributes.value("match"));
      facts().say("template", attributes.value("name"));
    } else if (is("output")) {
      facts().say("outputMethod", attributes.value("method"));
    } else if (is("import") || is("include")) {
      if (Link* link = facts().link(attributes.value("href"))) link->rel = node(0).local;
    }
  }
};

}  // namespace

Reader stylesheet_reader(PageFacts& facts) { return std::make_unique<StylesheetReader>(facts); }

}  // namespace porthole::xml_format
