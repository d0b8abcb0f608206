#pragma once

/// EntryXml: collects the metadata of a feed entry other than title, link and text as an XML
/// fragment: authors, dates, categories, identifiers, and extensions.
///
/// In:  the elements inside of the entry, as they begin and end.
/// Out: well-formed XML (Link::fragment), with default namespaces; attributes of other namespaces
///      are dropped.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/xml/reader.h"
#include "base/xml/writer.h"

namespace porthole::xml_format {

class EntryXml {
 public:
  void begin_entry();
  void begin(std::string_view ns, std::string_view local, const xml::XmlAttributes& attributes);
  /// Ends the last open element; `text` is its text content.
  void end(std::string_view text);
  /// The fragment; "" if the entry has no other metadata.
  std::string end_entry();

 private:
  struct Open {
    std::string ns;
    bool is_skipped = false;
    bool has_children = false;
  };

  std::unique_ptr<xml::XmlWriter> writer_;
  std::vector<Open> open_;
};

}  // namespace porthole::xml_format
