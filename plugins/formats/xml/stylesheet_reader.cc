#include "plugins/formats/xml/readers.h"

namespace porthole::xml_format {
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
