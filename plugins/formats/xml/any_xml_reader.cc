#include "base/text/text.h"
#include "plugins/formats/xml/readers.h"

namespace porthole::xml_format {
namespace {

class AnyXmlReader final : public ElementReader {
 public:
  explicit AnyXmlReader(PageFacts& facts) : ElementReader(facts) {
    facts.document().resource_class = "XmlDocument";
  }

 protected:
  void begin(const xml::XmlAttributes& attributes) override {
    if (depth() == 1) facts().say("rootElement", node(0).local);
    if (node(0).ns != last_ns_) facts().say("namespace", last_ns_ = node(0).ns);
    const bool is_metadata = node(0).ns == kDublinCoreNs || node(0).ns == kDublinTermsNs;
    const auto href = attributes.find({kXlinkNs, "href"});
    if (href) node(0).label = *href;
    if (href || is_metadata || is_title()) capture();
    for (const xml::XmlAttribute& attribute : attributes) {
      if (!attribute.name.ns.empty() && attribute.name.ns != kXmlNs)
        facts().say("namespace", attribute.name.ns);
      if (attribute.name == xml::XmlName{kXlinkNs, "title"}) node(0).text = attribute.value;
    }
  }

  void end() override {
    if (!node(0).label.empty()) facts().link(node(0).label, node(0).text);
    if (say_dublin_core(facts(), node(0).ns, node(0).local, node(0).text)) return;
    if (is_title()) facts().document().title = fold_space(node(0).text);
  }

 private:
  /// Deeper ones are titles of parts.
  bool is_title() {
    return is("title") && depth() <= kTitleDepth && facts().document().title.empty();
  }

  static constexpr std::size_t kTitleDepth = 3;
  std::string last_ns_;
};

}  // namespace

Reader any_xml_reader(PageFacts& facts) { return std::make_unique<AnyXmlReader>(facts); }

}  // namespace porthole::xml_format
