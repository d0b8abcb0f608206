#pragma once

/// Statements: maps a page's structured data (JSON-LD, microdata, RDFa, Open Graph, Dublin Core) to
/// the properties of schemas/summary.rdfs.
///
/// In:  statements, each a name in its source vocabulary and a value.
/// Out: properties, without duplicates: `author`, `keyword`, `publisher`, `siteName`, `image`, ...
///      for known names, else `structured` with "name: value"; types as `typedAs`.
///
/// Sources: https://schema.org/; https://ogp.me/;
/// https://www.dublincore.org/specifications/dublin-core/dcmi-terms/; Google Scholar's inclusion
/// guidelines (citation_*).

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/document.h"

namespace porthole::parser {

class Statements {
 public:
  /// Adds a statement about an item: `path` is the name of the property, or a dotted path to it
  /// ("offers.price").
  void say(std::string_view path, std::string_view value);

  /// Adds a meta element. Names that are neither known nor of a supported vocabulary (viewport,
  /// theme-color) are ignored.
  void say_meta(std::string_view name, std::string_view content);

  /// Adds the type of the page's subject, an IRI; http and https IRIs of schema.org are equal.
  void say_type(std::string_view iri);

  const std::vector<Property>& properties() const { return properties_; }

 private:
  void add(std::string_view name, std::string value, PropertyKind kind);
  bool say_word(std::string_view name, std::string_view value);

  std::vector<Property> properties_;
  std::unordered_set<std::string> said_;
};

/// The text of a value as a property or annotation: cleaned, white space collapsed, at most
/// kMaxAnnotationBytes.
std::string statement_text(std::string_view text);

/// True for types that do not describe the page itself (an organization, a breadcrumb): their
/// properties get the type as a prefix, "Organization.telephone".
bool is_beside_the_page(std::string_view type);

}  // namespace porthole::parser
