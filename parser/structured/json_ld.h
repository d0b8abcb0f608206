#pragma once

/// Reads the JSON-LD of a page: what its nodes say, as far as search engines use it.
///
/// In:  the text of a script of type application/ld+json.
/// Out: calls of `say` with each property of a node and its value. A node inside of another is said by
///      its name ("author": a person), and its other properties behind a dot ("offers.price"); one that
///      is only named by its @id is looked up in the same script. Prefixes and terms that a script's own
///      @context defines are followed, to keywords (`"type": "@type"`), too; a name is what stands behind
///      the last / or # of what it means. Contexts of other files are not loaded.
///
/// Text that is no JSON gives nothing; what is nested deeper than 16 levels or beyond 256 KiB is not
/// read. Source: https://www.w3.org/TR/json-ld11/.

#include <string_view>

namespace porthole::parser {

/// Receives what a script says.
class JsonLdSink {
 public:
  virtual ~JsonLdSink() = default;
  virtual void say(std::string_view path, std::string_view value) = 0;
  virtual void say_type(std::string_view iri) = 0;
};

void read_json_ld(std::string_view json, JsonLdSink& sink);

}  // namespace porthole::parser
