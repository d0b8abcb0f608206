#pragma once

/// Access to XML attributes by local name: versions of a document vocabulary differ in their
/// namespaces, not in their names.

#include <string>
#include <string_view>

#include "base/xml/reader.h"
#include "base/xml/tree.h"

namespace porthole {

/// The value of the first attribute with that local name in any or no namespace; "" if none.
inline std::string_view value_of(const xml::XmlAttributes& attributes, std::string_view local) {
  for (const xml::XmlAttribute& each : attributes) {
    if (each.name.local == local) return each.value;
  }
  return {};
}

inline std::string value_of(const xml::XmlElement& element, std::string_view local) {
  for (const xml::XmlElement::Attribute& each : element.attributes) {
    if (each.local == local) return each.value;
  }
  return {};
}

/// As value_of(), for attributes in a namespace only (r:id beside id).
inline std::string_view qualified_value_of(const xml::XmlAttributes& attributes,
                                           std::string_view local) {
  for (const xml::XmlAttribute& each : attributes) {
    if (each.name.local == local && !each.name.ns.empty()) return each.value;
  }
  return {};
}

inline std::string qualified_value_of(const xml::XmlElement& element, std::string_view local) {
  for (const xml::XmlElement::Attribute& each : element.attributes) {
    if (each.local == local && !each.ns.empty()) return each.value;
  }
  return {};
}

}  // namespace porthole
