#pragma once

/// An XML document as a tree.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace porthole::xml {

/// An element with all that is in it. Comments and processing instructions are not kept.
struct XmlElement {
  struct Attribute {
    std::string ns;
    std::string local;
    std::string value;
  };

  std::string ns;
  std::string local;
  std::vector<Attribute> attributes;  ///< In document order; defaults of the schema after them.
  std::vector<XmlElement> children;
  std::string text;         ///< What stands directly in it, children's text not included.
  int line = 0;             ///< Of its `<`, from 1.
  int column = 0;           ///< In characters, from 1.
  std::size_t begin = 0;    ///< Byte of its `<` in the file.
  std::size_t tag_end = 0;  ///< Byte after the `>` of its start tag.
  std::size_t end = 0;      ///< Byte after its end tag.

  /// The value of an attribute in no namespace; null when it is absent.
  const std::string* attribute(std::string_view local_name) const;
  /// The first child of that local name; null when there is none.
  const XmlElement* child(std::string_view local_name) const;
};

}  // namespace porthole::xml
