#pragma once

/// Checks the invariants of a Document (base/document.h).

#include <string>

#include "base/document.h"
#include "base/text/text.h"
#include "base/url/url.h"
#include "base/xml/reader.h"
#include "parser/wire.h"
#include "tests/fuzz/laws.h"

namespace porthole::testing {

inline bool is_clean(const std::string& text) { return clean_utf8(text) == text; }

inline void check_property(const Property& property) {
  demand(is_schema_name(property.name), "a property has a name", property.name);
  demand(!property.value.empty() && is_clean(property.value), "a property has a clean value",
         property.name);
  if (property.kind != PropertyKind::kXml) return;
  xml::XmlHandler nothing;
  const bool is_xml =
      xml::parse_xml("<p>" + property.value + "</p>", "property", {.depth = 600}, nothing)
          .has_value();
  demand(is_xml, "a property of XML is well-formed", property.value);
}

inline void check_link(const Link& link) {
  const Result<Url> url = Url::parse(link.url);
  demand(url && url->href() == link.url, "a link is an absolute URL, serialised", link.url);
  for (const AnnotationKind kind : kAnnotationKinds) {
    demand(is_clean(link.annotation(kind)), "what a link says is clean",
           annotation_kind_name(kind));
  }
}

inline void check_document(const Document& document) {
  demand(document.status != ParseStatus::kFailed, "a reader fails for no page",
         document.status_detail);
  for (const std::string* text :
       {&document.status_detail, &document.title, &document.text, &document.description,
        &document.media_type, &document.published, &document.modified}) {
    demand(is_clean(*text), "text is clean", *text);
  }
  for (const Property& property : document.properties) check_property(property);
  for (const Link& link : document.links) check_link(link);
  for (const PropertySource& one : document.sources) {
    demand(is_schema_name(one.property) && is_clean(one.source), "a source is a word", one.source);
  }
  const std::string frame = parser::encode_document(document);
  const auto again =
      parser::decode_document(std::string_view(frame).substr(parser::kFrameHeaderBytes));
  demand(again && again->text == document.text && again->properties == document.properties &&
             again->links.size() == document.links.size() && again->sources == document.sources &&
             again->members == document.members,
         "a document is the same behind the wire");
}

}  // namespace porthole::testing
