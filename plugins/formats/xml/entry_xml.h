#pragma once

/// What an entry of a feed says of its page beside title, link and text, as a piece of XML: authors, dates,
/// categories, identifiers, and whatever its vocabulary has besides.
///
/// In:  the elements inside of the entry, as they begin and end.
/// Out: well-formed XML (Link::fragment), with namespaces as defaults; attributes of other namespaces are left out.

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
  /// `text` is all that stood in the element that began last and has not ended.
  void end(std::string_view text);
  /// "" where the entry said nothing else.
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
