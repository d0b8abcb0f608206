#pragma once

/// What a page says of itself for machines - JSON-LD, microdata, RDFa, Open Graph, Dublin Core - in the
/// words of schemas/summary.rdfs.
///
/// In:  statements, each a name in the vocabulary that it came from and a value.
/// Out: properties, each once: `author`, `keyword`, `publisher`, `siteName`, `image`, ... where a word
///      fits, else `structured` with "name: value"; types as `typedAs`.
///
/// Sources: https://schema.org/; https://ogp.me/; https://www.dublincore.org/specifications/dublin-core/dcmi-terms/;
/// Google Scholar's inclusion guidelines (citation_*).

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/document.h"

namespace porthole::parser {

class Statements {
 public:
  /// A statement of an item: `path` is the name of its property, or the names on the way to it with
  /// dots between ("offers.price").
  void say(std::string_view path, std::string_view value);

  /// A meta element. What is neither a word that is known nor of a vocabulary for statements
  /// (viewport, theme-color) is passed over.
  void say_meta(std::string_view name, std::string_view content);

  /// The type of what the page is about: an IRI; one of schema.org under either scheme is one.
  void say_type(std::string_view iri);

  const std::vector<Property>& properties() const { return properties_; }

 private:
  void add(std::string_view name, std::string value, PropertyKind kind);
  bool say_word(std::string_view name, std::string_view value);

  std::vector<Property> properties_;
  std::unordered_set<std::string> said_;
};

/// The text of a value in the page as a property or annotation: clean, folded, at most
/// kMaxAnnotationBytes.
std::string statement_text(std::string_view text);

/// Types whose statements are about somebody or something else than the page (an organization, a
/// breadcrumb): their properties are said with the type in front, "Organization.telephone".
bool is_beside_the_page(std::string_view type);

}  // namespace porthole::parser
