#pragma once

/// JSON-LD reader: extracts the statements of nodes, to the extent that search engines use it.
///
/// In:  the text of a script of type application/ld+json.
/// Out: calls of `say` with each property of a node and its value. A nested node is represented by
///      its name ("author": a person), and its other properties by a dotted path ("offers.price");
///      a node that is referenced by @id is looked up in the same script. Prefixes and terms of the
///      script's own @context are resolved, also those for keywords (`"type": "@type"`); a name is
///      the part of the IRI after the last / or #. Remote contexts are not loaded.
///
/// Invalid JSON yields nothing; nesting beyond 16 levels and text beyond 256 KiB are ignored.
/// Source: https://www.w3.org/TR/json-ld11/.
/// read. Source: https://www.w3.org/TR/json-ld11/.

#include <string>
#include <string_view>

namespace porthole::parser {

/// Receives the statements of a script.
class JsonLdSink {
 public:
  virtual ~JsonLdSink() = default;
  virtual void say(std::string_view path, std::string_view value) = 0;
  virtual void say_type(std::string_view iri) = 0;
};

void read_json_ld(std::string_view json, JsonLdSink& sink);

/// Repairs the JSON of web pages that programs which are not strict read all the same.
///
/// In:  JSON with marks of comments or CDATA sections around it, text behind its end (a semicolon),
///      commas that are too many or missing, line breaks in strings, escapes that JSON does not
///      have, single quotation marks, keys without any.
/// Out: the first value of it, without those. Anything else is left as it is.
///
/// Thread safety: any thread.
std::string strict_json(std::string_view text);

}  // namespace porthole::parser
