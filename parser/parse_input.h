#pragma once

/// A page as the parser takes it.

#include <string>

namespace porthole::parser {

struct ParseInput {
  std::string url;           ///< Absolute; links are resolved against it (or against base href).
  std::string content_type;  ///< The Content-Type header as sent, may be empty.
  std::string body;
  int max_links = 5000;  ///< Beyond it links are cut, those to the page's own host first.
  bool truncated = false;  ///< The body was longer.
  bool is_member = false;  ///< Of another page: it has no members of its own.
  /// The page itself is wanted as XML (parser/page_xml.h) in the Document's text, and nothing else of
  /// it. For HTML; any other type is kUnsupported then.
  bool as_xml = false;
};

}  // namespace porthole::parser
