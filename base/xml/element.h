#pragma once

/// An XML document as a tree (DOM).

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace porthole::xml {

/// An element with its attributes, text and children. Comments and processing instructions are not
/// kept.
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
  std::string text;         ///< Text directly in the element, that of children not included.
  int line = 0;             ///< Line of its `<`, from 1.
  int column = 0;           ///< Column in characters, from 1.
  std::size_t begin = 0;    ///< Byte offset of its `<` in the file.
  std::size_t tag_end = 0;  ///< Byte offset after the `>` of its start tag.
  std::size_t end = 0;      ///< Byte offset after its end tag.

  /// The value of an attribute in no namespace; null when it is absent.
  const std::string* attribute(std::string_view local_name) const;
  /// The first child of that local name; null when there is none.
  const XmlElement* child(std::string_view local_name) const;
};

}  // namespace porthole::xml
