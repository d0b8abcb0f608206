#pragma once

/// ElementReader: base class of the readers of XML vocabularies: tracks open elements and collects
/// their text.
///
/// In:  the events of xml::parse_xml().
/// Out: calls of begin() and end() with the requested texts; the document's text, blocks on lines
///      of their own; its language (xml:lang of the root). Links are resolved against xml:base
///      (https://www.w3.org/TR/xmlbase/).

#include <string>
#include <string_view>
#include <vector>

#include "base/xml/reader.h"
#include "plugins/page_facts.h"

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

  /// Called at the end of the document, also if it is incomplete.
  virtual void finish() {}

 protected:
  /// An open element.
  struct Node {
    std::string ns, local;
    bool captures = false;
    bool is_hidden = false;
    std::string text{};   ///< All text inside, if capture() was called.
    std::string label{};  ///< For use by derived classes: a display name.
    std::string base{};   ///< The base in force around it, when it has an xml:base of its own.
  };

  /// An element began; it is node(0).
  virtual void begin(const xml::XmlAttributes& attributes) = 0;
  /// The element ended; it is still node(0), with its text.
  virtual void end() {}

  /// The ancestor `up` levels above the innermost element; an empty node beyond the root.
  Node& node(std::size_t up);
  std::size_t depth() const { return open_.size(); }
  bool is(std::string_view local, std::size_t up = 0) { return node(up).local == local; }

  /// In begin(): requests the text of this element for end().
  void capture() { open_.back().captures = true; }
  /// In begin(): excludes this element and its content from the document's text.
  void hide() { open_.back().is_hidden = true; }

  PageFacts& facts() { return facts_; }

 private:
  void end_run();
  void enter_base(const xml::XmlAttributes& attributes);

  PageFacts& facts_;
  std::vector<Node> open_;
  Node none_;
  std::string run_;  ///< Text since the last tag.
  std::string line_;
};

/// Handles an element of Dublin Core; returns false for any other element.
bool say_dublin_core(PageFacts& facts, std::string_view ns, std::string_view local,
                     std::string_view text);

}  // namespace porthole::xml_format
