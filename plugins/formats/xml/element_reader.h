#pragma once

/// What the readers of all vocabularies share: where in the document we are, and the text of elements.
///
/// In:  the events of xml::parse_xml().
/// Out: calls of begin() and end() with the texts that were asked for; the document's text, blocks on
///      lines of their own; its language (xml:lang of the root).

#include <string>
#include <string_view>
#include <vector>

#include "plugins/page_facts.h"
#include "base/xml/reader.h"

namespace porthole::xml_format {

inline constexpr std::string_view kXmlNs = "http://www.w3.org/XML/1998/namespace";
inline constexpr std::string_view kXlinkNs = "http://www.w3.org/1999/xlink";
inline constexpr std::string_view kDublinCoreNs = "http://purl.org/dc/elements/1.1/";
inline constexpr std::string_view kDublinTermsNs = "http://purl.org/dc/terms/";

class ElementReader : public xml::XmlHandler {
 public:
  explicit ElementReader(PageFacts& facts) : facts_(facts) {}

  void start_element(const xml::XmlName& name, const xml::XmlAttributes& attributes) final;
  void end_element(const xml::XmlName& name) final;
  void characters(std::string_view text) final;

  /// The document has ended, or broken off.
  virtual void finish() {}

 protected:
  /// An element that is open.
  struct Node {
    std::string ns, local;
    bool captures = false;
    bool is_hidden = false;
    std::string text{};   ///< All text inside, where it was asked for.
    std::string label{};  ///< For the reader's own use: what the element is called by.
  };

  /// An element has begun: node(0) is it.
  virtual void begin(const xml::XmlAttributes& attributes) = 0;
  /// It has ended: node(0) is it still, with its text.
  virtual void end() {}

  /// The element that is `up` levels above the innermost one; an empty one beyond the root.
  Node& node(std::size_t up);
  std::size_t depth() const { return open_.size(); }
  bool is(std::string_view local, std::size_t up = 0) { return node(up).local == local; }

  /// In begin(): the text inside of this element is wanted at its end.
  void capture() { open_.back().captures = true; }
  /// In begin(): neither this element nor what is in it belongs to the document's text.
  void hide() { open_.back().is_hidden = true; }

  PageFacts& facts() { return facts_; }

 private:
  void end_run();

  PageFacts& facts_;
  std::vector<Node> open_;
  Node none_;
  std::string run_;  ///< Text since the last tag.
  std::string line_;
};

/// Says what an element of Dublin Core means; false for any other element.
bool say_dublin_core(PageFacts& facts, std::string_view ns, std::string_view local, std::string_view text);

}  // namespace porthole::xml_format
